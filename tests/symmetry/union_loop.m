-- The same through a union.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3); N: union {enum {Home}, P};
var a: array [N] of 0..2; n: 0..80; busy: boolean;
startstate begin clear a; n := 0; busy := false; end;
ruleset i: N do rule "set" !busy & a[i] < 2 ==> begin a[i] := a[i] + 1; end; end;
rule "read off" !busy ==> begin n := 0; for i: N do n := (3 * n + a[i]) % 81; end; busy := true; end;
rule "reset" begin clear a; n := 0; busy := false; end;
invariant "never 0 2 1 0 in this order" n != 21;
