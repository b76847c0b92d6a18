-- 5.7: a cover fails if it held nowhere.
-- expect: GOAL=2 verdict=holds states=3 rules=3
-- expect: GOAL=3 verdict=violated kind=cover property="goal"
const GOAL: 2;
var v: 0..3;
startstate begin v := 0; end;
rule begin v := (v + 1) % 3; end;
cover "goal" v = GOAL;
