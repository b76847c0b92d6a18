-- 5.2: choose over an element of an array: bag k holds k elements, so 0 + 1 + 2 firings per state.
-- expect: verdict=holds states=2 rules=6
type K: 0..2;
var m: array [K] of multiset [2] of 0..1; v: 0..1;
startstate begin v := 0; for k: K do for n := 1 to k do multisetadd(v, m[k]); end; end; end;
ruleset k: K do choose i: m[k] do rule m[k][i] = 0 ==> begin v := 1 - v; end; end; end;
