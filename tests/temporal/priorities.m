-- An instance that a priority holds back is not enabled: fairness does not bring it about.
-- expect: verdict=violated property="quiet"
-- expect: verdict=holds options="--priorities=off"
type
  P: scalarset(2);
var
  asked: array [P] of boolean;
  quiet: array [P] of boolean;

startstate begin for p: P do asked[p] := false; quiet[p] := false; end; end;

ruleset p: P do
  rule 1 "ask" true ==> begin asked[p] := !asked[p]; end;
  strongfair rule 2 "rest" !quiet[p] ==> begin quiet[p] := true; end;
end;

ltl "quiet" forall p: P do <> quiet[p] end;
