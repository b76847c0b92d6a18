-- 5.7: the way to the goal leads through a discarded state.
-- expect: OPEN=true verdict=holds states=3 rules=4
-- expect: OPEN=false verdict=violated kind=liveness
const OPEN: true;
var v: 0..2;
startstate begin v := 0; end;
rule v < 2 ==> begin v := v + 1; end;
rule v = 1 ==> begin v := 0; end;
rule v = 2 ==> begin v := 0; end;
assume OPEN | v != 2;
liveness v = 2;
