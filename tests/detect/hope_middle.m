-- A rule names a value in the middle, and a loop of the start state shows the order of all: they keep it.
-- found: NODE 4
type NODE: 1..6;
var at, home, spare: NODE; on: array [NODE] of boolean;
startstate begin for n: NODE do at := n; on[n] := n = at; end; home := 4; spare := 5; end;
rule "home" at != 2 & home != at ==> begin on[2] := !on[2]; end;
ruleset n: NODE do rule "toggle" at = n & home != n & spare != n ==> begin on[n] := !on[n]; end; end;
invariant "two" at = 2;
invariant "whatever" at = 2 | on[4] | !on[4];
