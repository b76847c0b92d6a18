-- As gather_written.m, with the round that sets first: one of the two is how a representative has it.
-- permuted:
-- expect: options="--max-errors=0" verdict=violated kind=invariant
type P: scalarset(2);
var a: array [P] of 0..1; x: 0..3;
startstate begin for p: P do a[p] := 0; end; x := 0; end;
ruleset p: P do rule "flip" begin a[p] := 1 - a[p]; end; end;
rule "look" exists p: P; q: P do a[p] != a[q] end ==>
begin x := 0; for p: P do if a[p] = 0 then x := 2; else x := x + 1; end; end; end;
invariant "set last" x != 2;
invariant "added last" x != 3;
