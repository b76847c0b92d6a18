-- Nothing has an effect, but an assumption ends the count before an assertion fails, or behind it.
-- expect: verdict=violated kind=assertion
-- permuted: 
type P: scalarset(2); Q: 0..1; Bag: multiset [2] of Q;
var a: array [P] of Q; code: 0..3;
function strict(v: Q): boolean; begin assume v = 1; assert v = 0 "a one"; return true; end;
startstate begin for p: P do a[p] := 0; end; code := 0; end;
ruleset p: P do rule "flip" begin a[p] := 1 - a[p]; end; end;
rule "go" (exists p: P do a[p] = 1 end) & (exists p: P do a[p] = 0 end) ==> var bag: Bag; begin
  for p: P do multisetadd(a[p], bag); end;
  code := multisetcount(i: bag, strict(bag[i])) % 2;
end;
invariant "x" code != 2;
