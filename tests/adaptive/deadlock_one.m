-- Stuck only where the leader has put its hand up: a rule that names it leads on from the other states.
-- states: 5
type Process: 1..4;
var up: array [Process] of boolean; many: 0..2;
startstate begin for p: Process do up[p] := false; end; many := 0; end;
ruleset p: Process do rule "up" !up[p] & many < 2 ==> begin up[p] := true; many := many + 1; end; end;
rule "down" many = 2 & !up[3] ==> begin for p: Process do up[p] := false; end; many := 0; end;
