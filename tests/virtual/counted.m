-- Entries of the leader count, those of others do not: the same orbits of places, other numbers.
-- virtual: none, 18 states
const L: 1; M: 2;
type P: 1..4; S: enum {N, T, C};
var at: array [P] of S; served: 0..1;
startstate begin for p: P do at[p] := N; end; served := 0; end;
ruleset p: P do
  rule "try" at[p] = N ==> begin at[p] := T; end;
  rule "enter" at[p] = T & forall q: P do at[q] != C end ==> begin at[p] := C; if p = L then served := 1 - served; end; end;
  rule "leave" at[p] = C ==> begin at[p] := N; end;
end;
invariant "one at a time" forall p: P; q: P do p != q & at[p] = C -> at[q] != C end;
