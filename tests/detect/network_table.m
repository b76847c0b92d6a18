-- A tree by a table that start states fill: its leaves are exchanged below each node, its halves as a whole.
-- found: C 7
type C: 1..7;
var tok: array [C] of 0..2; parent: array [C] of C;
startstate begin
  parent[1] := 1; for c := 2 to 7 do parent[c] := c / 2; end;
  for c: C do tok[c] := 0; end;
end;
ruleset c: C do
  rule "make" c >= 4 & tok[c] = 0 ==> begin tok[c] := 1; end;
  rule "up" c != 1 & tok[c] > 0 & tok[parent[c]] < 2 ==> begin tok[c] := tok[c] - 1; tok[parent[c]] := tok[parent[c]] + 1; end;
  rule "use" c = 1 & tok[c] > 0 ==> begin tok[c] := 0; end;
end;
invariant "the root is not full" tok[1] < 2;
