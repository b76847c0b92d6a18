-- The last of the loop wins: the order shows.
-- found:
type NODE: 1..3;
var want: array [NODE] of boolean; last: NODE;
startstate begin for n: NODE do want[n] := false; end; end;
ruleset n: NODE do rule "want" !want[n] ==> begin want[n] := true; end; end;
rule "choose" begin for n: NODE do if want[n] then last := n; end; end; end;
invariant "never the first of two" isundefined(last) | forall n: NODE do want[n] & want[last] & n != last -> n > last end;
