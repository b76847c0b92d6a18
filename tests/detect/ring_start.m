-- The token starts at one place: start states are uneven, the ring is rotated all the same.
-- found: P 6
type P: 0..5;
var at: P; want: array [P] of boolean;
startstate begin at := 0; for p: P do want[p] := false; end; end;
ruleset p: P do rule "want" !want[p] ==> begin want[p] := true; end; end;
rule "pass" want[at] ==> begin want[at] := false; at := (at + 1) % 6; end;
invariant "not all" exists p: P do !want[p] end;
