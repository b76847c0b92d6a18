-- 5.8: deadlock is its own check; without it the claim fails.
-- expect: verdict=violated kind=deadlock
-- expect: options="--deadlock=off" verdict=violated kind=liveness
var v: 0..1;
startstate begin v := 0; end;
rule v = 0 ==> begin v := 1; end;
liveness v = 0;
