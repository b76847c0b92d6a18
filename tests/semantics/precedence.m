-- 2: the table of operators.
-- expect: verdict=holds states=2 rules=2
var v: 0..3; t, f: boolean; b: boolean;
startstate begin v := 2; t := true; f := false; b := false; end;
rule begin
  assert !v = 3; assert t | t & f; assert !(t | t && f); assert (t || f && f) & !f; assert f -> f -> f; assert !f & t;
  assert f & f | t; assert !(f & (f | t)); assert t -> t & t; assert f ? f : t; assert (t | f -> f) = f;
  b := !b;
end;
