-- The bag lives in a function that a guard calls.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(2); Q: 0..1; Bag: multiset [2] of Q;
var a: array [P] of Q; code: 0..3;
function last_is_zero(): boolean; var bag: Bag; begin
  for p: P do multisetadd(a[p], bag); end;
  multisetremovepred(i: bag, multisetcount(j: bag, true) > 1);
  return multisetcount(i: bag, bag[i] = 0) = 1;
end;
startstate begin for p: P do a[p] := 0; end; code := 0; end;
ruleset p: P do rule "flip" begin a[p] := 1 - a[p]; end; end;
rule "go" (exists p: P do a[p] = 1 end) & last_is_zero() ==> begin code := 2; end;
invariant "x" code != 2;
