-- 5.7: as a statement it counts executions.
-- expect: GOAL=1 verdict=holds states=3 rules=3
-- expect: GOAL=3 verdict=violated kind=cover property="passes"
const GOAL: 1;
var v: 0..3;
startstate begin v := 0; end;
rule begin cover "passes" v = GOAL; v := (v + 1) % 3; end;
