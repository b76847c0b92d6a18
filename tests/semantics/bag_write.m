-- 5.2: chosen elements can be changed: {0,0}, {0,1}, {1,1}, two firings in each.
-- expect: verdict=holds states=3 rules=6
var m: multiset [2] of 0..1;
startstate begin multisetadd(0, m); multisetadd(0, m); end;
choose i: m do rule begin m[i] := 1 - m[i]; end; end;
