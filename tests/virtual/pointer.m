-- Whoever entered last lets the leader go first. It is the last one to have entered then, so the orbit is the same.
-- virtual: rough, 13 states
const L: 1; M: 2;
type P: 1..4; S: enum {N, T, C};
var at: array [P] of S; last: P;
startstate begin for p: P do at[p] := N; end; last := L; end;
ruleset p: P do
  rule "try" at[p] = N ==> begin at[p] := T; end;
  rule "enter" at[p] = T & forall q: P do at[q] != C end & (last != p | p = L | at[L] = N) ==> begin at[p] := C; last := p; end;
  rule "leave" at[p] = C ==> begin at[p] := N; end;
end;
invariant "one at a time" forall p: P; q: P do p != q & at[p] = C -> at[q] != C end;
