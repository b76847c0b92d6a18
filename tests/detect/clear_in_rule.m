-- `clear` writes the first value: a literal.
-- found: NODE 2
type NODE: 1..3;
var at: NODE; seen: array [NODE] of boolean;
ruleset n: NODE do startstate begin at := n; for m: NODE do seen[m] := false; end; end; end;
rule "clear" begin clear at; seen[at] := true; end;
ruleset n: NODE do rule "go" begin at := n; end; end;
invariant "nobody seen" forall n: NODE do !seen[n] end;
invariant "three never" !seen[3];
