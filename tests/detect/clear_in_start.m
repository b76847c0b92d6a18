-- `clear` in a start state, and claims that name values: the first value is kept apart.
-- found: NODE 2
type NODE: 1..3;
var at: NODE; seen: array [NODE] of boolean;
startstate begin clear at; clear seen; seen[at] := true; end;
ruleset n: NODE do rule "go" at != n ==> begin at := n; seen[n] := true; end; end;
invariant "one is seen" seen[1];
invariant "two stays unseen" !seen[2];
