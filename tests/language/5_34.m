-- 5.34: corner case of the language, in the decl of the common frame
-- expect: verdict=holds
type T: 0..3; E: enum {ea, eb}; P: scalarset(3); R: record f: T; g: boolean; end;
var  x, y: T; b: boolean; e: E; p, q: P; a: array [T] of T; r, s: R;
procedure w(var n: T); begin y := 1; n := 3; end;
rule x = 0 ==> begin y := 0; w(a[y]); assert a[0] = 3; end;
startstate "init" begin x := 0; end;
rule "step" begin
  x := 1 - x;
end;
