-- 5.35: corner case of the language, in the decl of the common frame
-- expect: verdict=violated kind=assertion
type T: 0..3; E: enum {ea, eb}; P: scalarset(3); R: record f: T; g: boolean; end;
var  x, y: T; b: boolean; e: E; p, q: P; a: array [T] of T; r, s: R;
type Wide: 0..9; Narrow: 0..1;
function f(): Narrow; begin return 4 + x; end;
rule x = 0 ==> var z: Wide; begin z := f(); end;
startstate "init" begin x := 0; end;
rule "step" begin
  x := 1 - x;
end;
