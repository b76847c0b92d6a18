-- 5.36: corner case of the language, in the decl of the common frame
-- expect: verdict=violated kind=assertion
type T: 0..3; E: enum {ea, eb}; P: scalarset(3); R: record f: T; g: boolean; end;
var  x, y: T; b: boolean; e: E; p, q: P; a: array [T] of T; r, s: R;
function f(): T; begin if x = 3 then return 1; end; end;
rule f() = 1 ==> begin x := 0; end;
startstate "init" begin x := 0; end;
rule "step" begin
  x := 1 - x;
end;
