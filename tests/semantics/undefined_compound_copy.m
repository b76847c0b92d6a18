-- 5.4: whole records and arrays are copied as they are, in every dialect.
-- expect: verdict=holds states=2 rules=2
-- expect: options="--undefined=strict" verdict=holds states=2 rules=2
-- expect: options="--undefined=lenient" verdict=holds states=2 rules=2
type R: record f, g: 0..3; end; A: array [0..1] of R;
var r, s: R; a, c: A; b: boolean;
startstate begin b := false; s.g := 2; c[1].f := 3; end;
rule begin
  r := s; a := c; a[0] := s;
  assert isundefined(r.f) & r.g = 2;
  assert isundefined(a[1].g) & a[1].f = 3 & a[0].g = 2 & isundefined(a[0].f);
  undefine r; undefine a; b := !b;
end;
