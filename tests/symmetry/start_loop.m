-- A start state that a loop tells apart.
-- expect: verdict=violated kind=invariant
-- permuted: P
type P: scalarset(3);
var a: array [P] of 0..3; n: 0..3; x: boolean;
startstate begin n := 0; x := false; for i: P do a[i] := n; n := n + 1; end; end;
ruleset i: P do rule "swap" begin x := !x; n := a[i]; end; end;
invariant "the second is never asked" n != 1;
