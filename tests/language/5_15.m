-- 5.15: corner case of the language, in the body of the common frame
-- expect: verdict=violated kind=assertion
type T: 0..3; E: enum {ea, eb}; P: scalarset(3); R: record f: T; g: boolean; end;
var  x, y: T; b: boolean; e: E; p, q: P; a: array [T] of T; r, s: R;
startstate "init" begin x := 0; end;
rule "step" begin
  if y = 0 | x <= 1 then end;
  x := 1 - x;
end;
