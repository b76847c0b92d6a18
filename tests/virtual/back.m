-- The leader goes back to where it tries.
-- virtual: none, 9 states
const L: 1; M: 2;
type P: 1..4; S: enum {N, T, C};
var at: array [P] of S;
startstate begin for p: P do at[p] := N; end; end;
ruleset p: P do
  rule "try" at[p] = N ==> begin at[p] := T; end;
  rule "enter" at[p] = T & forall q: P do at[q] != C end ==> begin at[p] := C; end;
  rule "leave" at[p] = C ==> begin if p = L then at[p] := T; else at[p] := N; end; end;
end;
invariant "one at a time" forall p: P; q: P do p != q & at[p] = C -> at[q] != C end;
