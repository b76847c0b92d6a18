-- The loop of "last" depends on the order of its rounds, and never runs: there is always a rule of a smaller number to
-- fire. So nobody has watched it, and samples must not ask what it would do.
-- expect: verdict=holds states=8 rules=24
-- permuted: P
type P: scalarset(3);
var a: array [P] of 0..1; x: 0..1;
startstate begin for p: P do a[p] := 0; end; x := 0; end;
ruleset p: P do
  rule 1 "flip" begin a[p] := 1 - a[p]; end;
end;
rule 2 "last" begin for p: P do x := a[p]; end; end;
invariant "never written" x = 0;
