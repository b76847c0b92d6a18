-- A claim about the leader that is false of it alone.
-- virtual: not used
const L: 1; M: 2;
type P: 1..4; S: enum {N, T, C};
var at: array [P] of S;
startstate begin for p: P do at[p] := N; end; end;
ruleset p: P do
  rule "try" at[p] = N ==> begin at[p] := T; end;
  rule "enter" at[p] = T & forall q: P do at[q] != C end & p = L ==> begin at[p] := C; end;
  rule "leave" at[p] = C ==> begin at[p] := N; end;
end;
invariant "the leader is away" at[L] != C;
