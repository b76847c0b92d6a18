-- "Some value is less" holds of every value but the least: the claim is about the order.
-- found: NODE 3
type NODE: 1..3;
var on: array [NODE] of boolean; turn: boolean;
startstate begin for n: NODE do on[n] := false; end; turn := false; end;
ruleset n: NODE do rule "on" begin on[n] := !on[n]; turn := !turn; end; end;
invariant "the least" exists a: NODE do forall b: NODE do a <= b & (on[a] | !on[a]) end end;
