-- 5.7: every instance is claimed; with the trap there is no way to 0 any more.
-- expect: TRAP=false verdict=holds states=3 rules=3
-- expect: TRAP=true verdict=violated kind=liveness property="each"
const TRAP: false;
var v: 0..4;
startstate begin v := 0; end;
rule v < 3 ==> begin v := (v + 1) % 3; end;
rule TRAP & v = 2 ==> begin v := 3; end;
rule v >= 3 ==> begin v := 7 - v; end;
ruleset i: 0..2 do liveness "each" v = i; end;
