-- 4.06: corner case of the language, in the body of the common frame
-- The alias is another name of the outer x, so the body sets x to 0 and then to 1,
-- every time: after the first step nothing changes any more.
-- expect: verdict=violated kind=deadlock states=2 rules=2
type T: 0..3; E: enum {ea, eb}; P: scalarset(3); R: record f: T; g: boolean; end;
var  x, y: T; b: boolean; e: E; p, q: P; a: array [T] of T; r, s: R;
startstate "init" begin x := 0; end;
rule "step" begin
  alias x: x do x := 0; end;
  x := 1 - x;
end;
