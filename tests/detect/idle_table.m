-- A table that only start states speak of has values of its own, which make no states: nobody is told of them.
-- found: Node 3
const N: 3;
type Node: 1..N;
var
  owner: 0..N;
  busy: array [Node] of boolean;
  wired: array [Node] of array [Node] of boolean;

startstate
begin
  owner := 0;
  for n: Node do busy[n] := false; end;
  for a: 1..N do for b: 1..N do wired[a][b] := false; end; end;
  wired[1][2] := true;
end;

ruleset n: Node do
  rule "work" !busy[n] ==> begin busy[n] := true; end;
  rule "own" owner = 0 & busy[n] ==> begin owner := n; end;
  rule "rest" owner = n ==> begin owner := 0; busy[n] := false; end;
end;

ruleset n: Node do
  invariant "who owns is busy" owner = n -> busy[n];
end;
