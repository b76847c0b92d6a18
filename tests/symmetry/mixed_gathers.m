-- Rounds gather in one truth value by different operators: `|` and `&` do not commute.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(2);
var b: array [P] of boolean; x: boolean; n: 0..2;
startstate begin for p: P do b[p] := false; end; x := false; n := 0; end;
ruleset p: P do rule "turn" n = 0 ==> begin b[p] := !b[p]; end; end;
rule "mix" n = 0 ==>
begin
  x := false;
  for p: P do if b[p] then x := x | b[p]; else x := x & b[p]; end; end;
  for p: P do if b[p] then n := n + 1; end; end;
end;
rule "again" n > 0 ==> begin n := 0; end;
invariant "the true one comes last" n = 1 -> x;
