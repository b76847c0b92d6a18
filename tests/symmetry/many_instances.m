-- More instances in a state than are kept at once: their successors are taken in before it
-- is known that another rule fails there, which is no reason to count them twice.
-- expect: options="--max-errors=0" verdict=violated kind=assertion states=24 rules=221200
-- expect: symmetry=exact options="--max-errors=0" verdict=violated kind=assertion states=18 rules=165900
-- expect: FAILS=6 verdict=holds states=24 rules=221200
-- permuted: P
const FAILS: 3;
type P: scalarset(2); I: 0..23; K: 0..6;
var s: array [P] of boolean; n: K; u: K;
startstate begin for p: P do s[p] := false; end; n := 0; undefine u; end;

ruleset i: I; j: I; k: I do
  rule "many" n < 6 & (i + j + k) % 3 != 1 ==> begin if i * j * k % 7 = 3 then n := n + 1; end; end;
end;
ruleset p: P do rule "turn" n < 2 ==> begin s[p] := !s[p]; end; end;
rule "late" n = FAILS ==> begin n := u + 1; end;
assume n < 6;
invariant "few" n < 6;
cover "all of them" n = 5;
