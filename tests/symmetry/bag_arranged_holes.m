-- Elements that a loop takes out leave holes, which the next ones fill.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3); Q: 0..1; Bag: multiset [3] of Q;
var a: array [P] of Q; code: 0..3;
startstate begin for p: P do a[p] := 0; end; code := 0; end;
ruleset p: P do rule "flip" begin a[p] := 1 - a[p]; end; end;
rule "go" var bag: Bag; begin
  multisetadd(0, bag); multisetadd(1, bag);
  for p: P do if multisetcount(i: bag, true) = 2 then
    multisetremovepred(i: bag, bag[i] = a[p]); multisetadd(a[p], bag); end; end;
  multisetremovepred(i: bag, multisetcount(j: bag, true) > 1);
  code := multisetcount(i: bag, bag[i] = 1) = 1 ? 2 : 0;
end;
invariant "x" code != 2;
