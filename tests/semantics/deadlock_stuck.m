-- 5.8: no rule is enabled any more.
-- expect: verdict=violated kind=deadlock
-- expect: options="--deadlock=stuck" verdict=violated kind=deadlock
-- expect: options="--deadlock=off" verdict=holds states=4 rules=3
var v: 0..3;
startstate begin v := 0; end;
rule v < 3 ==> begin v := v + 1; end;
