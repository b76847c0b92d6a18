-- Rounds that write one of two constants to what they share: the one of the last round stays.
-- permuted:
-- expect: verdict=violated kind=invariant
-- expect: options="--max-errors=0" verdict=violated kind=invariant
type P: scalarset(2);
var a: array [P] of 0..1; x: 0..2;
startstate begin for p: P do a[p] := 0; end; x := 0; end;
ruleset p: P do rule "flip" begin a[p] := 1 - a[p]; end; end;
rule "look" exists p: P; q: P do a[p] != a[q] end ==>
begin for p: P do if a[p] = 1 then x := 1; else x := 2; end; end; end;
invariant "not the first" x != 1;
invariant "not the second" x != 2;
