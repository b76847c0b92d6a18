-- The claim can be evaluated for the value that it names, not for others.
-- found: NODE 3, NODE 4
type NODE: 1..4;
var at: array [NODE] of 0..1; last: NODE;
startstate begin last := 1; at[1] := 0; end;
ruleset n: NODE do rule "set" isundefined(at[n]) & exists m: NODE do m = last end ==> begin at[n] := 1; end; end;
invariant "the first is at zero" at[1] = 0;
