-- `clear` of a record with a node in it, and an index that is no leaf.
-- found: NODE 2, SLOT 2
type NODE: 1..3; SLOT: 0..1;
var box: record dest: NODE; full: boolean; bits: array [SLOT] of boolean; end; seen: array [NODE] of boolean;
startstate begin clear box; for m: NODE do seen[m] := false; end; end;
rule "clear" box.full ==> begin clear box; end;
ruleset n: NODE; s: SLOT do rule "send" !box.full ==> begin box.dest := n; box.full := true; box.bits[s] := true; end; end;
rule "take" box.full ==> begin seen[box.dest] := true; clear box; end;
invariant "two never" !seen[2];
