-- 5.6: undefined components inside elements are fine; the element is a copy.
-- expect: verdict=holds states=2 rules=2
type R: record f: 0..3; g: boolean; end;
var m: multiset [3] of R; r: R; b: boolean;
startstate begin b := false; end;
rule begin
  undefine m; undefine r; r.f := 2; multisetadd(r, m); r.f := 3; multisetadd(r, m);
  assert multisetcount(i: m, m[i].f = 2) = 1 & multisetcount(i: m, isundefined(m[i].g)) = 2;
  undefine m; undefine r; b := !b;
end;
