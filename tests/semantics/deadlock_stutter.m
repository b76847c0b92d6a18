-- 5.8: firings that change nothing are no progress, unless deadlock means stuck.
-- expect: verdict=violated kind=deadlock property="deadlock"
-- expect: options="--deadlock=stuttering" verdict=violated kind=deadlock
-- expect: options="--deadlock=stuck" verdict=holds states=1 rules=2
-- expect: options="--deadlock=off" verdict=holds states=1 rules=2
var v: 0..1;
startstate begin v := 0; end;
rule begin v := v; end;
rule begin v := 1; v := 0; end;
