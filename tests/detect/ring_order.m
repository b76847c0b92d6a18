-- A rule compares places: the first one of two that want it goes on.
-- found:
type P: 0..3;
var want: array [P] of boolean; last: P;
startstate begin for p: P do want[p] := false; end; last := 0; end;
ruleset p: P do rule "want" !want[p] & last = (p + 3) % 4 ==> begin want[p] := true; end; end;
ruleset p: P do rule "serve" want[p] & forall q: P do q < p -> !want[q] end ==> begin want[p] := false; last := p; end; end;
invariant "not two and three" !(want[2] & want[3]);
invariant "not all" exists p: P do !want[p] end;
