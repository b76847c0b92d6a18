-- 3: bags of bags: elements are compared and copied as bags.
-- expect: verdict=holds states=2 rules=4
type M: multiset [2] of 0..1;
var m, k: multiset [2] of M; n: M; b: boolean;
startstate begin b := false; end;
rule begin b := !b; end;
rule begin
  multisetadd(1, n); multisetadd(0, n); multisetadd(n, m); undefine n;
  multisetadd(0, n); multisetadd(1, n); multisetadd(n, k); assert m = k;
  assert multisetcount(i: m, multisetcount(j: m[i], m[i][j] = 1) = 1) = 1;
  undefine m; undefine k; undefine n;
end;
