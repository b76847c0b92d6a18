-- Loops that arrange bags, and others that do not look at the order of their slots.
-- expect: verdict=holds
-- permuted: P
type P: scalarset(3); Q: 0..1; Bag: multiset [3] of Q;
var a: array [P] of Q; code: 0..3;
startstate begin for p: P do a[p] := 0; end; code := 0; end;
ruleset p: P do rule "flip" begin a[p] := 1 - a[p]; end; end;
rule "go" var bag: Bag; begin
  for p: P do multisetadd(a[p], bag); end;
  multisetremovepred(i: bag, bag[i] = 0);
  code := multisetcount(i: bag, bag[i] = 1) > 3 ? 2 : 0;
end;
invariant "x" code != 2;
