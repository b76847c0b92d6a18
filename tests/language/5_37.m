-- 5.37: corner case of the language, in the decl of the common frame
-- expect: verdict=holds
type T: 0..3; E: enum {ea, eb}; P: scalarset(3); R: record f: T; g: boolean; end;
var  x, y: T; b: boolean; e: E; p, q: P; a: array [T] of T; r, s: R;
function sum(n: T): T; begin if n = 0 then return 0; else return 1 + sum(n - 1); end; end;
rule sum(3) = 3 ==> begin x := 0; end;
startstate "init" begin x := 0; end;
rule "step" begin
  x := 1 - x;
end;
