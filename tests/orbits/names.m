-- The error is that of one process, by its name in the state that was met first: the run has to end in that state.
type P: scalarset(4); L: 0..3;
var at: array [P] of L; friend: array [P] of P; most: 0..2;
startstate begin for p: P do at[p] := 0; friend[p] := p; end; most := 0; end;
ruleset p: P; q: P do
  rule "befriend" p != q & friend[p] = p & friend[q] = q & at[p] = 0 ==> begin friend[p] := q; at[p] := 1; end;
end;
ruleset p: P do
  rule "rise" at[p] > 0 & at[p] < 3 & at[friend[p]] < at[p] ==> begin at[p] := at[p] + 1; end;
  rule "count" at[p] = 3 & friend[friend[p]] != friend[p] ==> begin most := most + at[p]; end;
end;
invariant "claims count, too" forall p: P do at[p] = 3 -> at[friend[p]] < 3 end;
