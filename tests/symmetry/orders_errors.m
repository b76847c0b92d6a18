-- A round fails only if it comes last, or first: the state that the loop leaves is the same in
-- every order, and the error is not.
-- expect: options=--deadlock=off verdict=violated kind=assertion
-- expect: FIRST=1 options=--deadlock=off verdict=violated kind=assertion
-- permuted: 
const FIRST: 0;
type P: scalarset(3);
var a: array [P] of 0..1; n: 0..3;
startstate begin for p: P do a[p] := 0; end; n := 0; end;
ruleset p: P do rule "set" forall q: P do a[q] = 0 end ==> begin a[p] := 1; end; end;
rule "count" begin
  for p: P do n := n + 1; assert a[p] = 0 | (FIRST = 1 ? n > 1 : n < 3); end;
  n := 0;
end;
