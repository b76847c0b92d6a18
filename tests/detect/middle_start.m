-- The last round of a loop in the start state is that of 3, whatever order a view would take.
-- found:
type NODE: 1..3;
var last: NODE; on: array [NODE] of boolean; two: boolean;
startstate begin for n: NODE do last := n; on[n] := false; end; two := false; end;
ruleset n: NODE do rule "on" n != 2 & last = n ==> begin on[n] := !on[n]; end; end;
rule "two" last = 2 ==> begin two := true; end;
invariant "never two" !two;
