-- A constant is a literal: the rule treats 2 alone otherwise. Only 2 is ever marked.
-- found: NODE 2
const N: 3; Odd: 3; Two: Odd - 1;
type NODE: 1..N;
var mark: array [NODE] of boolean; at: NODE;
startstate begin for n: NODE do mark[n] := false; end; at := 2; end;
ruleset n: NODE do rule "go" begin at := n; end; end;
rule "mark" at = Two ==> begin mark[at] := true; end;
invariant "never marked" forall n: NODE do !mark[n] end;
