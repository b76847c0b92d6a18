-- 4: multisets compare as bags.
-- expect: verdict=holds states=2 rules=2
type M: multiset [3] of 0..3;
var m, n: M; b: boolean;
startstate begin b := false; end;
rule begin
  undefine m; undefine n; assert m = n;
  multisetadd(1, m); multisetadd(2, m); assert m != n;
  multisetadd(2, n); multisetadd(1, n); assert m = n;
  multisetadd(2, m); multisetadd(1, n); assert m != n;
  undefine m; undefine n; b := !b;
end;
