-- A body fails where the leader has begun; other rules go on in every state.
-- virtual: not used
const L: 1;
type P: 1..4;
var at: array [P] of 0..1; on: boolean; small: 0..1;
startstate begin for p: P do at[p] := 0; end; on := false; small := 0; end;
ruleset p: P do
  rule "begin" at[p] = 0 ==> begin at[p] := 1; end;
end;
rule "look" at[L] = 1 & small = 0 ==> begin small := small + 2; end;
rule "rest" begin on := !on; end;
