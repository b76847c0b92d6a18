-- A leader among processes: it is told apart when it first counts.
-- states: 37
const Leader: 2;
type Process: 1..4;
var at: array [Process] of 0..2; served: 0..1;
startstate begin for p: Process do at[p] := 0; end; served := 0; end;
ruleset p: Process do
  rule "work" at[p] < 2 ==> begin at[p] := at[p] + 1; end;
  rule "rest" at[p] = 2 & exists q: Process do q != p & at[q] = 2 end ==> begin at[p] := 0; end;
end;
rule "serve" at[Leader] = 2 & forall p: Process do at[p] = 2 end ==> begin served := 1 - served; end;
invariant "the leader is somewhere" at[Leader] <= 2;
