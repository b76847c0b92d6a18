-- As held_back.m, but "last" has its turn when all have flipped: then the loop is watched, and shows its order only
-- where values differ. It never does: nothing is given up, and samples of other states must not ask either.
-- expect: options="--deadlock=off" verdict=holds states=9 rules=14
-- permuted: P
type P: scalarset(3);
var a: array [P] of 0..1; x: 0..1; over: boolean;
startstate begin for p: P do a[p] := 0; end; x := 0; over := false; end;
ruleset p: P do
  rule 1 "flip" a[p] = 0 & !over ==> begin a[p] := 1; end;
end;
rule 2 "last" begin for p: P do x := a[p]; end; over := true; end;
invariant "all" x = 1 -> over;
