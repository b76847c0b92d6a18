-- A function of a number with many values, and with a loop that cannot be unrolled, beside a ring: nothing is looked for.
-- found:
type P: 0..3; NUMBER: 0..99;
var on: array [P] of boolean; number: NUMBER; last: P;
function lies_before(x: NUMBER): boolean; begin for i := 0 to last do if x = i then return true; end; end; return false; end;
startstate begin for p: P do on[p] := false; end; number := 0; last := 2; end;
ruleset p: P do rule "go" !on[p] & lies_before(number) & !on[(p + 1) % 4] ==> begin on[p] := true; number := number + 1; end; end;
ruleset p: P do rule "stop" on[p] ==> begin on[p] := false; end; end;
invariant "neighbours" forall p: P do !on[p] | !on[(p + 1) % 4] end;
