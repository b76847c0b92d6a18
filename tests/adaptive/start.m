-- A start state names one process: it has its role from the beginning.
-- states: 8
type Process: 1..4;
var on: array [Process] of boolean;
startstate begin for p: Process do on[p] := false; end; on[2] := true; end;
ruleset p: Process do rule "toggle" on[p] | p = p ==> begin on[p] := !on[p]; end; end;
invariant "whatever" on[2] | !on[2];
