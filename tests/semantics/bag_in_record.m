-- 3: bags inside records inside arrays; `clear` empties them.
-- expect: verdict=holds states=2 rules=2
type R: record n: 0..3; m: multiset [2] of 0..3; end;
var a: array [0..1] of R; b: boolean;
startstate begin b := false; clear a; end;
rule begin
  multisetadd(1, a[0].m); multisetadd(2, a[1].m); multisetadd(3, a[1].m);
  assert multisetcount(i: a[0].m, true) = 1 & multisetcount(i: a[1].m, a[1].m[i] > 1) = 2;
  a[0] := a[1]; assert multisetcount(i: a[0].m, true) = 2;
  multisetremovepred(i: a[1].m, a[1].m[i] = 2);
  assert multisetcount(i: a[0].m, true) = 2 & multisetcount(i: a[1].m, true) = 1;
  clear a; assert multisetcount(i: a[0].m, true) = 0 & a[1].n = 0; b := !b;
end;
