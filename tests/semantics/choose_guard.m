-- 5.2: only present elements are tried; the guard picks among them.
-- expect: verdict=holds states=4 rules=4
var m: multiset [3] of 0..5; v: 0..5;
startstate begin v := 0; multisetadd(1, m); multisetadd(3, m); multisetadd(5, m); end;
choose i: m do rule m[i] = v + 1 | (v = 5 & m[i] = 1) ==> begin v := m[i] = 1 ? 2 : m[i] = 3 ? 4 : 5; end; end;
-- 0 takes 1 and gives 2; 2 takes 3 and gives 4; 4 takes 5 and gives 5; 5 takes 1 and gives 2.
invariant v != 1 & v != 3;
