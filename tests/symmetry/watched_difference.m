-- What rounds take away from a total may be taken away in any order, though each reads what others left.
-- expect: verdict=holds states=189 rules=567
-- permuted: P
type P: scalarset(3);
var owed: array [P] of 0..2; total: 0..12;
startstate begin for p: P do owed[p] := 0; end; total := 6; end;
ruleset p: P do rule "owe" owed[p] < 2 ==> begin owed[p] := owed[p] + 1; end; end;
rule "pay" total = 6 ==> begin
  for p: P do total := total - owed[p]; end;
  for p: P do owed[p] := 0; end;
end;
rule "earn" total < 6 ==> begin total := total + 1; end;
