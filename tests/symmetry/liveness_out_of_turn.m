-- The second claim is decided by one state that all others reach, before the first one is; but the first
-- one ends the search, and the second one counts as not decided, with symmetry and without.
-- expect: verdict=violated kind=liveness
-- permuted: P
type P: scalarset(3);
var a: array [P] of 0..9; b: array [P] of boolean;
startstate begin for p: P do a[p] := 0; b[p] := false; end; end;
ruleset p: P do
  rule "up" a[p] < 9 ==> begin a[p] := a[p] + 1; end;
  rule "reset" begin a[p] := 0; end;
  rule "flip" begin b[p] := !b[p]; end;
end;
ruleset p: P do liveness "never" b[p] & !b[p]; end;
ruleset p: P do liveness "always" b[p] & a[p] = 1; end;
