-- A step that an assumption is against does not exist: its group is not enabled, and a state
-- that nothing else leaves lasts for ever.
-- expect: verdict=violated property="goes on" options="--deadlock=off"
-- expect: verdict=holds options="-DMOST=3 --deadlock=off"
const
  MOST: 2;
type
  P: scalarset(2);
var
  n: array [P] of 0..3;

startstate begin for p: P do n[p] := 0; end; end;

ruleset p: P do
  weakfair rule "up" n[p] < 3 ==> begin n[p] := n[p] + 1; end;
end;
rule "stop" forall p: P do n[p] = 3 end ==> begin end;

assume "small" forall p: P do n[p] <= MOST end;
ltl "goes on" forall p: P do <> n[p] = 3 end;
