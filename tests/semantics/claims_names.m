-- the name of a claim before or after it, `assert` and `invariant` exchangeable.
-- expect: HOW=0 verdict=holds states=2 rules=2
-- expect: HOW=1 verdict=violated kind=invariant property="after"
-- expect: HOW=2 verdict=violated kind=invariant property="item"
-- expect: HOW=3 verdict=violated kind=assertion property="statement"
const HOW: 0;
var v: 0..1;
startstate begin v := 0; end;
rule begin invariant "statement" HOW != 3 | v = 0; v := 1 - v; assert v <= 1 "last"; end;
invariant HOW != 1 | v = 0 "after";
assert "item" HOW != 2 | v = 0;
