-- expect: verdict=violated kind=invariant code=W310 line=6
var x: 0..1; G: boolean;
startstate begin x := 0; G := true; end;
rule "flip" begin x := 1 - x; end;
function F(b: boolean): boolean; begin return b; end;
ltl "not an operator" F (G);
invariant x = 0;
