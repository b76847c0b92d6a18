-- (i + 1) % (N - 1): place N - 1 has a neighbour, and is nobody's.
-- found:
type P: 0..4;
var on: array [P] of boolean;
startstate begin for p: P do on[p] := false; end; end;
ruleset p: P do rule "on" !on[(p + 1) % 4] ==> begin on[p] := true; end; end;
rule "off" begin for p: P do on[p] := false; end; end;
invariant "somebody is off" exists p: P do !on[p] end;
