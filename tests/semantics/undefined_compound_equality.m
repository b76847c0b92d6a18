-- arrays and records compare raw: undefined equals undefined.
-- expect: verdict=holds states=2 rules=2
type R: record f, g: 0..1; end;
var r, s: R; a, c: array [0..1] of R; b: boolean;
startstate begin b := false; end;
rule begin
  undefine r; undefine s; undefine a; undefine c;
  assert r = s; r.f := 0; assert r != s; s.f := 1; assert !(r = s); s.f := 0; assert r = s;
  assert a = c; a[1].g := 1; assert a != c; c[1].g := 1; assert a = c & a[1] = c[1] & a[0] != a[1];
  undefine r; undefine s; undefine a; undefine c; b := !b;
end;
