-- a firing that only moves elements between slots is no progress.
-- expect: verdict=violated kind=deadlock
-- expect: options="--deadlock=stuck" verdict=holds states=1 rules=2
var m: multiset [2] of 0..1;
startstate begin multisetadd(0, m); multisetadd(1, m); end;
choose i: m do rule var t: 0..1; begin t := m[i]; multisetremove(i, m); multisetadd(t, m); end; end;
