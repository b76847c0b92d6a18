-- An enumeration of nodes, one of which a rule names.
-- found: NODE 2
type NODE: enum {home, left, right};
var at: NODE; seen: array [NODE] of boolean;
startstate begin at := home; for n: NODE do seen[n] := false; end; end;
ruleset n: NODE do rule "go" at = home & n != home ==> begin at := n; seen[n] := true; end; end;
rule "back" at != home ==> begin at := home; end;
invariant "home is not seen" !seen[home];
invariant "not both" !(seen[left] & seen[right]);
