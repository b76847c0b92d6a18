-- The leader goes first wherever it tries: whoever enters, one who tries does.
-- virtual: rough, 9 states
const L: 1; M: 2;
type P: 1..4; S: enum {N, T, C};
var at: array [P] of S;
startstate begin for p: P do at[p] := N; end; end;
ruleset p: P do
  rule "try" at[p] = N ==> begin at[p] := T; end;
  rule "enter" at[p] = T & forall q: P do at[q] != C end & (p = L | at[L] != T) ==> begin at[p] := C; end;
  rule "leave" at[p] = C ==> begin at[p] := N; end;
end;
invariant "one at a time" forall p: P; q: P do p != q & at[p] = C -> at[q] != C end;
