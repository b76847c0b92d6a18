-- A function that returns the first it finds.
-- found:
type NODE: 1..3;
var want: array [NODE] of boolean; picked: NODE;
function first(): NODE; begin for n: NODE do if want[n] then return n; end; end; return picked; end;
ruleset n: NODE do startstate begin for m: NODE do want[m] := false; end; picked := n; end; end;
ruleset n: NODE do rule "want" !want[n] ==> begin want[n] := true; end; end;
rule "pick" exists n: NODE do want[n] end ==> begin picked := first(); end;
invariant "two is never picked while one wants" !(picked = 2 & want[1] & want[2] & want[3]);
cover "three of two" picked = 3 & want[2];
