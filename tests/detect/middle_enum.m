-- The member in the middle of an enumeration has a role of its own; ranges of the others are rows still.
-- found: NODE 3
type NODE: enum {left, home, right, top};
var at: NODE; seen: array [NODE] of boolean; by_: array [NODE] of array [NODE] of boolean;
startstate begin at := home; for n: NODE do seen[n] := false; for m: NODE do by_[n][m] := false; end; end; end;
ruleset n: NODE do rule "go" at = home & n != home ==> begin at := n; seen[n] := true; by_[n][home] := true; end; end;
rule "back" at != home ==> begin by_[home][at] := true; at := home; end;
invariant "home is not seen" !seen[home];
invariant "not all" !(seen[left] & seen[right] & seen[top]);
invariant "nobody but home" !by_[top][left];
