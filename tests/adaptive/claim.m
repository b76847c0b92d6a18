-- A claim about a vacant role is about everybody; about a filled one it is about who plays it.
-- states: 16
type Process: 1..4;
var on: array [Process] of boolean; done: boolean;
startstate begin for p: Process do on[p] := false; end; done := false; end;
ruleset p: Process do rule "on" !on[p] & !done ==> begin on[p] := true; end; end;
rule "close" !done & on[4] ==> begin done := true; end;
rule "idle" begin done := done; end;
invariant "closed by four" done -> on[4];
invariant "closed by one" done -> on[1];
