-- A claim about a literal that fails with an error for some values only.
-- found: NODE 3
type NODE: 1..3;
var a: array [NODE] of 0..2; n: 0..3;
startstate begin n := 0; for m: NODE do undefine a[m]; end; end;
ruleset m: NODE do rule "set" n < 3 & isundefined(a[m]) ==> begin a[m] := 1; n := n + 1; end; end;
rule "stay" begin n := n; end;
invariant "two is one" n < 3 -> isundefined(a[2]) | a[2] = 1;
invariant "needs two" n = 2 -> a[2] != 0;
