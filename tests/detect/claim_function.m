-- A claim that names a value through a function: kept apart.
-- found: NODE 2
type NODE: 1..3;
var on: array [NODE] of boolean;
function one(): NODE; begin return 1; end;
startstate begin for n: NODE do on[n] := false; end; end;
ruleset n: NODE do rule "on" !on[n] ==> begin on[n] := true; end; end;
rule "off" begin for n: NODE do on[n] := false; end; end;
invariant "not one alone" on[one()] -> exists n: NODE do n != one() & on[n] end;
