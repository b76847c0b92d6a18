-- 5.2: one firing for each pair of present elements, 2 x 3 in each of two states.
-- expect: verdict=holds states=2 rules=12
var m: multiset [4] of 0..1; n: multiset [4] of boolean; v: 0..1;
startstate begin
  v := 0;
  for k := 1 to 2 do multisetadd(v, m); end;
  for k := 1 to 3 do multisetadd(true, n); end;
end;
choose i: m do choose j: n do rule m[i] = 0 & n[j] ==> begin v := 1 - v; end; end; end;
