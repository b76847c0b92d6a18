-- Who is removed depends on who was removed before: elements are taken in the order of their slots,
-- which a loop has chosen.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(2); Q: 0..1; Bag: multiset [2] of Q;
var a: array [P] of Q; code: 0..3;
startstate begin for p: P do a[p] := 0; end; code := 0; end;
ruleset p: P do rule "flip" begin a[p] := 1 - a[p]; end; end;
rule "go" var bag: Bag; begin
  for p: P do multisetadd(a[p], bag); end;
  multisetremovepred(i: bag, multisetcount(j: bag, true) > 1);
  code := multisetcount(i: bag, bag[i] = 0) = 1 & (exists p: P do a[p] = 1 end) ? 2 : 0;
end;
invariant "x" code != 2;
