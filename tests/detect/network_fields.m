-- Neighbours are fields of records, beside what changes; a network of two triangles.
-- found: C 6
type C: 1..6;
var node: array [C] of record next: C; on: boolean; end;
startstate begin
  for c: C do node[c].on := false; end;
  node[1].next := 2; node[2].next := 3; node[3].next := 1; node[4].next := 5; node[5].next := 6; node[6].next := 4;
end;
ruleset c: C do
  rule "on" !node[node[c].next].on ==> begin node[c].on := true; end;
  rule "off" node[c].on ==> begin node[c].on := false; end;
end;
invariant "off somewhere" forall c: C do !(node[c].on & node[node[c].next].on & node[node[node[c].next].next].on) end;
invariant "four" !(node[1].on & node[2].on & node[4].on & node[5].on);
