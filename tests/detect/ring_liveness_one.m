-- Liveness of one place that the claim names: rotated, the token would seem never to come there.
-- found:
type P: 0..3;
var at: P; on: array [P] of boolean;
ruleset q: P do startstate begin at := q; for p: P do on[p] := false; end; end; end;
rule "go" begin at := (at + 1) % 4; end;
ruleset p: P do rule "on" at = p ==> begin on[p] := true; end; end;
liveness "comes to two" at = 2;
