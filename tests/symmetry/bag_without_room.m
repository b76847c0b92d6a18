-- A multiset without room says nothing about anybody.
-- expect: N=3 verdict=holds
-- permuted: P
const N: 3;
type P: scalarset(N); M: multiset [0] of P; var m: M; f: array [P] of P; x: 0..6;
startstate begin x := 0; for p: P do f[p] := p; end; end;
ruleset p: P; q: P do rule "set" x < 6 ==> begin f[p] := q; x := x + 1; end; end;
rule "again" x > 0 ==> begin x := 0; end;
invariant "no room" multisetcount(i: m, true) = 0;
