-- A loop of a start state shows its order: what a claim about literals rests on is gone.
-- found:
type NODE: 1..3;
var at: NODE; seen: array [NODE] of boolean;
startstate begin for n: NODE do at := n; seen[n] := false; end; seen[at] := true; end;
ruleset n: NODE do rule "go" seen[at] & n = at ==> begin at := n; end; end;
invariant "one is not seen" !seen[1];
invariant "three is not seen" !seen[3];
