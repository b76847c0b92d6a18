-- The same in one condition, and in a guard.
-- expect: verdict=violated property="one at a time"
-- expect: N=2 verdict=violated property="one at a time"
-- permuted: P
const N: 4;
type P: scalarset(N);
var inside: array [P] of boolean; met: boolean;
startstate begin for p: P do inside[p] := false; end; met := false; end;
ruleset p: P do
  rule "enter" !inside[p] ==> begin inside[p] := true; end;
  rule "leave" inside[p] ==> begin inside[p] := false; end;
  rule "meet" inside[p] & exists q: P do q != p & inside[q] end ==> begin met := true; end;
end;
invariant "one at a time" forall p: P do forall q: P do p != q -> !(inside[p] & inside[q] & met) end end;
