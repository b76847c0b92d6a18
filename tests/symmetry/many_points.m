-- More processes than a word can count permutations of: orbits are counted by the sizes of
-- their classes.
-- expect: symmetry=exact verdict=holds
-- permuted: P
type P: scalarset(24); S: enum {idle, waits, leads};
var s: array [P] of S; next: array [P] of P; count: 0..2;
startstate begin for p: P do s[p] := idle; undefine next[p]; end; count := 0; end;
ruleset p: P do
  rule "come" s[p] = idle & count < 2 ==> begin s[p] := leads; count := count + 1; end;
  rule "go" s[p] = waits ==> begin s[p] := idle; undefine next[p]; count := count - 1; end;
end;
ruleset p: P; q: P do
  rule "follow" s[p] = leads & s[q] = leads ==> begin s[p] := waits; next[p] := q; end;
end;
invariant "few wait" forall p: P do forall q: P do p != q & s[p] = waits -> !isundefined(next[p]) end end;
