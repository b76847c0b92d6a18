-- The claim names a value and compares.
-- found: NODE 3
type NODE: 1..3;
var on: array [NODE] of boolean; turn: boolean;
startstate begin for n: NODE do on[n] := false; end; turn := false; end;
ruleset n: NODE do rule "on" !on[n] & !turn ==> begin on[n] := true; turn := true; end; rule "off" on[n] ==> begin on[n] := false; turn := false; end; end;
invariant "below three" forall a: NODE do forall b: NODE do a < b & b = 1 -> !on[a] end end;
invariant "below two" forall a: NODE do a < 2 -> a = 1 end;
