-- 5.7: instances in a ruleset share one counter: one of them is enough.
-- expect: LOW=2 verdict=holds states=3 rules=3
-- expect: LOW=3 verdict=violated kind=cover property="some"
const LOW: 2;
var v: 0..5;
startstate begin v := 0; end;
rule begin v := (v + 1) % 3; end;
ruleset i: LOW..5 do cover "some" v = i; end;
