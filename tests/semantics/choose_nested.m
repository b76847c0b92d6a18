-- 5.2: nested chooses range independently, i = j included: four firings in each state.
-- expect: verdict=holds states=2 rules=8
var m: multiset [3] of 0..1; v: 0..1;
startstate begin v := 0; multisetadd(v, m); v := 1; multisetadd(v, m); end;
choose i: m do choose j: m do rule begin v := 1 - v; end; end; end;
