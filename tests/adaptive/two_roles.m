-- Two values with roles are two: who plays one plays no other.
-- states: 7
type Process: 1..4;
var turn: Process; seen: array [Process] of boolean;
ruleset p: Process do startstate begin for q: Process do seen[q] := false; end; turn := p; end; end;
rule "first" turn = 1 ==> begin seen[1] := true; turn := 2; end;
rule "second" turn = 2 & seen[1] ==> begin seen[2] := true; turn := 1; end;
ruleset p: Process do rule "go" turn = p ==> begin turn := p; end; end;
invariant "not the first alone again" !(seen[2] & !seen[1]);
cover "both" seen[1] & seen[2];
cover "the third" seen[3];
