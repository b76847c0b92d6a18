-- A process can be the last one only if another one, like it so far, goes first.
-- expect: verdict=holds
-- expect: N=2 verdict=holds
-- permuted: P
const N: 3;
type P: scalarset(N); S: enum {Here, Gone, Last};
var s: array [P] of S;
startstate begin for p: P do s[p] := Here; end; end;
ruleset p: P do
  rule "go" s[p] = Here & exists q: P do q != p & s[q] = Here end ==> begin s[p] := Gone; end;
  rule "stay" s[p] = Here & forall q: P do q != p -> s[q] = Gone end ==> begin s[p] := Last; end;
  rule "again" s[p] = Last ==> begin for q: P do s[q] := Here; end; end;
  liveness "each can be the last" s[p] = Last;
end;
