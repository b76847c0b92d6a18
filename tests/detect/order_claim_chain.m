-- Two comparisons in one branch: no value is both less and greater.
-- found: NODE 3
type NODE: 1..3;
var on: array [NODE] of boolean; turn: boolean;
startstate begin for n: NODE do on[n] := false; end; turn := false; end;
ruleset n: NODE do rule "on" begin on[n] := !on[n]; turn := !turn; end; end;
invariant "no circle" forall a: NODE do forall b: NODE do a < b & b < a -> !on[a] end end;
