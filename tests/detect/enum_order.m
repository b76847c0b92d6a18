-- Members of an enumeration can be compared by size nowhere, but loops take them in order.
-- found:
type NODE: enum {a, b, c};
var want: array [NODE] of boolean; code: 0..7;
startstate begin for n: NODE do want[n] := false; end; code := 0; end;
ruleset n: NODE do rule "want" !want[n] ==> begin want[n] := true; end; end;
rule "read off" var sum: 0..7; begin sum := 0; for n: NODE do sum := 2 * sum + (want[n] ? 1 : 0); end; code := sum; end;
invariant "not four" code != 4;
