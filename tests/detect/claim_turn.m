-- The start state names a value that claims name as well: it is kept apart, and the other one of the claim is lifted.
-- found: NODE 3
type NODE: 1..4;
var at: NODE; on: array [NODE] of boolean;
startstate begin at := 1; for n: NODE do on[n] := false; end; end;
ruleset n: NODE do
  rule "on" at = n ==> begin on[n] := true; end;
  rule "pass" on[at] & !on[n] ==> begin at := n; end;
end;
rule "off" begin for n: NODE do on[n] := false; end; end;
invariant "not both" !(on[1] & on[2]);
invariant "two before one" on[2] -> on[1] | at = 2;
invariant "three" !(on[3] & at = 4);
