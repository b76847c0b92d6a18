-- Priorities hold rules back in some of the states that a state would stand for: no roles, and what is named is kept apart.
-- states: 6
type Process: 1..3;
var at: array [Process] of 0..1;
startstate begin for p: Process do at[p] := 0; end; end;
ruleset p: Process do rule 1 "go" at[p] = 0 ==> begin at[p] := 1; end; end;
rule 0 "first" at[2] = 1 & exists p: Process do p != 2 & at[p] = 1 end ==>
begin for p: Process do at[p] := 0; end; end;
invariant "not all" !forall p: Process do at[p] = 1 end;
