-- A start state names a value: it is kept apart, so that start states treat the others alike.
-- found: NODE 3
type NODE: 1..4;
var on: array [NODE] of boolean; at: NODE;
startstate begin for n: NODE do on[n] := false; end; at := 1; on[1] := true; end;
ruleset n: NODE do rule "move" n != at & !on[n] ==> begin on[n] := true; at := n; end; end;
rule "stay" begin at := at; end;
invariant "one is on" on[1];
invariant "two is off" !on[2];
