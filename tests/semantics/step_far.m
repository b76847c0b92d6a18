-- Steps that lead beyond the last number that there is: a range ends behind its last value all the same.
-- x is 0, 1 or 2; both nodes are on or off. Three values for i in "up", of which one does something; one in "down".
-- expect: verdict=holds states=12
-- expect: options="--engine=counter" verdict=holds
-- expect: options="--engine=bdd" verdict=holds
const
  M: 4611686018427387904;

type
  Node: scalarset(2);

var
  on: array [Node] of boolean;
  x: 0..2;

startstate begin for n: Node do on[n] := false; end; x := 0; end;

ruleset n: Node do
  rule "turn" begin on[n] := !on[n]; end;
end;

ruleset i := -M to M by M do
  rule "up" x = i ==> begin x := x + 1; end;
end;

ruleset i := M to -M by -M do
  rule "again" x = i + 1 ==> begin x := 2; end;
end;

ruleset i := M to M by M do
  rule "down" x + M - 2 = i ==> begin x := 0; end;
end;

ruleset i := M to M by M; n: Node do
  liveness "there" x + M = i & on[n];
end;

invariant "last" forall i := M to M by M do x + M - 3 < i end;

ruleset i := M to -M by -M; n: Node do
  invariant "each" i != 1 | on[n];
end;
