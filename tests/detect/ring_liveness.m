-- Liveness of each place of a ring goes along with its rotations.
-- found: P 5
type P: 1..5;
var at: P; on: array [P] of boolean;
ruleset q: P do startstate begin at := q; for p: P do on[p] := false; end; end; end;
rule "go" begin at := (at % 5) + 1; end;
ruleset p: P do rule "on" at = p & !on[p] ==> begin on[p] := true; end; end;
ruleset p: P do liveness "comes back" at = p; end;
ruleset p: P do liveness "is off again" !on[p]; end;
