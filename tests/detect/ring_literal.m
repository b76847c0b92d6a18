-- A ring with one place that starts things: no rotation.
-- found:
type P: 1..4;
var on: array [P] of boolean;
startstate begin for p: P do on[p] := false; end; end;
rule "start" begin on[1] := true; end;
ruleset p: P do rule "spread" on[p] & p != 3 ==> begin on[(p % 4) + 1] := true; on[p] := false; end; end;
invariant "two" !(on[1] & on[3]);
