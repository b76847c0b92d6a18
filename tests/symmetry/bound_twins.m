-- Two processes that are alike break the claim together: whoever looks at one of each
-- kind only must still look at a second one.
-- expect: verdict=violated property="one at a time"
-- expect: N=2 verdict=violated property="one at a time"
-- permuted: P
const N: 4;
type P: scalarset(N);
var inside: array [P] of boolean;
startstate begin for p: P do inside[p] := false; end; end;
ruleset p: P do
  rule "enter" !inside[p] ==> begin inside[p] := true; end;
  rule "leave" inside[p] ==> begin inside[p] := false; end;
end;
ruleset p: P; q: P do
  invariant "one at a time" p != q -> !(inside[p] & inside[q]);
end;
