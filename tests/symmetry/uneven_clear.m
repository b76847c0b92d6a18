-- The first value of each, by `clear`.
-- expect: symmetry=exact verdict=holds
-- permuted: P, V
type P: scalarset(3); V: scalarset(2);
var owner: P; mem: array [P] of V; n: 0..2;
startstate begin clear owner; clear mem; n := 0; end;
ruleset p: P; v: V do
  rule "store" n < 2 & owner = p ==> begin mem[p] := v; n := n + 1; end;
  rule "pass" owner != p ==> begin owner := p; n := 0; end;
end;
invariant "somebody has it" exists p: P do owner = p end;
