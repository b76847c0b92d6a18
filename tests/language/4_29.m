-- 4.29: corner case of the language, in the decl of the common frame
-- expect: verdict=violated kind=assertion
type T: 0..3; E: enum {ea, eb}; P: scalarset(3); R: record f: T; g: boolean; end;
var  x, y: T; b: boolean; e: E; p, q: P; a: array [T] of T; r, s: R;
type U: union {P, E};
var u: U;
function w(): boolean; begin u := ea; p := u; return true; end;
rule w() ==> begin undefine u; undefine p; end;
startstate "init" begin x := 0; end;
rule "step" begin
  x := 1 - x;
end;
