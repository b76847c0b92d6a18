-- The first and the second are never one: who plays a role plays no other.
-- states: 7
type Process: 1..4;
var a, b: array [Process] of boolean;
startstate begin for p: Process do a[p] := false; b[p] := false; end; end;
rule "first" a[1] | !a[1] ==> begin a[1] := true; end;
rule "second" b[2] | !b[2] ==> begin b[2] := true; end;
ruleset p: Process do rule "nothing" a[p] & b[p] ==> begin a[p] := false; end; end;
invariant "two" forall p: Process do !(a[p] & b[p]) end;
cover "both" exists p: Process do a[p] end & exists p: Process do b[p] end;
