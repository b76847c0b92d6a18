-- 5.3: the right side of a decided operator raises no error.
-- expect: verdict=holds states=2 rules=2
var z: 0..3; b: boolean;
startstate begin b := false; end;
rule begin
  assert true | z = 0; assert !(false & z = 0); assert false -> z = 0; assert true || z = 0; assert !(false && z = 0);
  b := !b;
end;
