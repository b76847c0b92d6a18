-- The ring closes one place too early: the last place is no place of it.
-- found:
type P: 1..4;
var on: array [P] of boolean; at: P;
startstate begin for p: P do on[p] := false; end; at := 4; end;
rule "go" begin on[at] := !on[at]; at := at = 3 ? 1 : at < 4 ? at + 1 : 1; end;
invariant "four once" on[4] -> on[1] | at = 1 | !on[3];
invariant "never four and two" !(on[4] & on[2] & on[1] & on[3]);
