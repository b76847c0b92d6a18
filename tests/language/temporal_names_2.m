-- a declared name wins in a formula; in a ruleset the parameter does
-- expect: verdict=violated kind=invariant code=W310 line=6
var x: 0..1; startstate begin x := 0; end; rule "flip" begin x := 1 - x; end;
function F(b: boolean): boolean; begin return b; end;
ruleset G: 0..1 do ltl "a" <> [] (x = G | x != G); end;
ltl "b" F (true);
invariant "last" x = 0;
