-- Many who are alike, and a claim about pairs of them that fails for one pair: who is alike
-- in a state that is judged is not who was alike in the state before.
-- expect: symmetry=exact verdict=violated kind=invariant
-- permuted: P
type P: scalarset(14); S: enum {idle, there};
var s: array [P] of S; next: array [P] of P; count: 0..2;
startstate begin for p: P do s[p] := idle; undefine next[p]; end; count := 0; end;
ruleset p: P; q: P do
  rule "meet" count < 2 & p != q & s[p] = idle & s[q] = idle ==> begin
    s[p] := there; next[p] := q; s[q] := there; count := count + 1;
  end;
end;
invariant "at most one is pointed at"
  forall p: P do forall q: P do
    p != q -> !(exists a: P do next[a] = p end & exists a: P do next[a] = q end)
  end end;
