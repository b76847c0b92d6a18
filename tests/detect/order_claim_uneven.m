-- The start state is not symmetric: which of two is the greater makes a difference.
-- found:
type NODE: 1..3;
var on: array [NODE] of boolean; first: NODE;
startstate begin for n: NODE do on[n] := n = 1; end; first := 1; end;
ruleset n: NODE do rule "on" !on[n] ==> begin on[n] := true; end; end;
rule "stay" begin first := first; end;
invariant "none is before the first" forall n: NODE do n < first -> !on[n] end;
invariant "the first is before all" forall n: NODE do on[n] -> first <= n end;
