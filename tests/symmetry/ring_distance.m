-- Distances are the same for all rotations, and tell neighbours from others: with the permutations of
-- a scalarset this would hold.
-- expect: verdict=violated kind=invariant
-- permuted: R
type R: ringset(5);
var a, b: R;
ruleset r: R do startstate begin a := r; b := r; end; end;
rule "step" begin a := a + 2; end;
rule "back" a - b != 3 ==> begin b := pred(b); end;
invariant "never three apart" a - b != 3;
