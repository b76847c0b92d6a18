-- expect: verdict=violated property="busy three times" options="--deadlock=off"
-- expect: verdict=violated property="busy three times" options="--deadlock=off --symmetry=off"
-- expect: verdict=violated property="busy three times" options="--deadlock=off --ignore-fairness"
-- A sequence goes on to match while the run stands still, whatever is fair: conditions of fairness say nothing of it.
type Client: scalarset(2);
var busy: array [Client] of boolean;
    rounds: 0..1;

startstate
begin
  for c: Client do
    busy[c] := false;
  end;
  rounds := 0;
end;

ruleset c: Client do
  strongfair rule "begin" !busy[c] & rounds = 0 ==>
  begin
    busy[c] := true;
    rounds := 1;
  end;
end;

fair rounds = 0;

never "busy three times"
{ exists c: Client do busy[c] end; exists c: Client do busy[c] end; exists c: Client do busy[c] end };
