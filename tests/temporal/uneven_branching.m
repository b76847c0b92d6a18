-- A start state prefers a value, and a claim of branching time asks about each of them, inside: what is true of one is not of all.
--
-- claim: violated "comes here and lights it"
-- claim: violated "here until it is lit"
-- expect: verdict=violated property="comes here and lights it"
-- expect: verdict=violated property="comes here and lights it" options="--engine=bdd --symmetry=off"
-- expect: verdict=violated property="comes here and lights it" options="--engine=bdd"
type
  P: scalarset(3);
var
  at: P;
  lit: array [P] of boolean;

startstate begin clear at; for p: P do lit[p] := false; end; end;

ruleset p: P do
  rule "turn" begin lit[p] := !lit[p]; end;
end;

ctl "comes here and lights it" forall p: P do EF (at = p & lit[p]) end;
ctl "here until it is lit" forall p: P do E (at = p U lit[p]) end;
