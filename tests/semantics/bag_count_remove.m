-- 5.6: counting and removing by a predicate.
-- expect: verdict=holds states=2 rules=2
var m: multiset [5] of 0..3; b: boolean;
startstate begin b := false; end;
rule begin
  undefine m; assert multisetcount(i: m, true) = 0;
  for k := 0 to 3 do multisetadd(k, m); end; multisetadd(3, m);
  assert multisetcount(i: m, true) = 5 & multisetcount(i: m, m[i] = 3) = 2 & multisetcount(i: m, m[i] > 3) = 0;
  multisetremovepred(i: m, m[i] >= 2);
  assert multisetcount(i: m, true) = 2 & multisetcount(i: m, m[i] < 2) = 2;
  multisetremovepred(i: m, true); assert multisetcount(i: m, true) = 0;
  b := !b;
end;
