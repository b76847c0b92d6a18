-- 5.7: states inside a body do not count for claims.
-- expect: verdict=holds states=2 rules=2
var v: 0..9;
startstate begin v := 9; v := 0; end;
rule begin v := v + 5; v := v - 5; v := 1 - v; end;
invariant v < 2;
