-- Who is in behind the leader would be the second; the leader never tries, so nobody is.
-- virtual: not used
const L: 1; M: 2;
type P: 1..4; S: enum {N, T, C};
var at: array [P] of S;
startstate begin for p: P do at[p] := N; end; end;
ruleset p: P do
  rule "try" at[p] = N & p != L ==> begin at[p] := T; end;
  rule "enter" at[p] = T & forall q: P do at[q] != C end ==> begin at[p] := C; end;
  rule "follow" at[p] = T & at[L] = C ==> begin at[p] := C; end;
  rule "leave" at[p] = C ==> begin at[p] := N; end;
end;
invariant "one at a time" forall p: P; q: P do p != q & at[p] = C -> at[q] != C end;
