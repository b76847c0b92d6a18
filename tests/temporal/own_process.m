-- Somebody is always asking, but nobody must: read on representatives, where the one who asks
-- always has the same name, the claim would seem to hold.
-- expect: verdict=violated property="asks"
-- expect: verdict=violated property="asks" symmetry=off
type
  P: scalarset(3);
var
  asks: array [P] of boolean;

startstate begin for p: P do asks[p] := false; end; end;

ruleset p: P do
  rule "ask" forall q: P do !asks[q] end ==> begin asks[p] := true; end;
  rule "stop" asks[p] ==> begin asks[p] := false; end;
end;

ltl "somebody" []<> exists p: P do asks[p] end;
ltl "asks" forall p: P do []<> asks[p] end;
