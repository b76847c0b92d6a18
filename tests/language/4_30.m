-- 4.30: corner case of the language, in the decl of the common frame
-- expect: verdict=holds
type T: 0..3; E: enum {ea, eb}; P: scalarset(3); R: record f: T; g: boolean; end;
var  x, y: T; b: boolean; e: E; p, q: P; a: array [T] of T; r, s: R;
var m: multiset [2] of T;
procedure w(); begin y := 1; multisetadd(y, m); multisetremovepred(i: m, m[i] = 1); end;
startstate "init" begin x := 0; end;
rule "step" begin
  x := 1 - x;
end;
