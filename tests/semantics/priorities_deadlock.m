-- 5.2: deadlock is judged on the instances that may fire.
-- expect: verdict=violated kind=deadlock
-- expect: options="--priorities=off" verdict=holds states=2 rules=4
-- expect: options="--deadlock=stuck" verdict=holds states=1 rules=1
var v: 0..1;
startstate begin v := 0; end;
rule 1 "stutter" begin v := v; end;
rule 2 "go" begin v := 1 - v; end;
