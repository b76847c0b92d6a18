-- One step changes the local states of all processes: what was in order is not, and neighbours that are exchanged
-- bring others out of order.
-- expect: verdict=holds
-- permuted: P
type P: scalarset(4);
var l: array [P] of 0..3;
startstate begin for i: P do l[i] := 0; end; end;
ruleset p: P do rule "go on" begin l[p] := (l[p] + 1) % 4; end; end;
rule "turn all" begin for i: P do l[i] := (l[i] + 2) % 4; end; end;
invariant "together" forall p: P do forall q: P do l[p] - l[q] < 4 end end;
