-- An assumption that names a process is about that one in every state: it is kept apart.
-- states: 4
type Process: 1..4;
var on: array [Process] of boolean;
startstate begin for p: Process do on[p] := false; end; end;
ruleset p: Process do rule "toggle" on[p] | p = p ==> begin on[p] := !on[p]; end; end;
assume "not the second" !on[2];
cover "somebody" exists p: Process do on[p] end;
invariant "never the third" !on[3];
