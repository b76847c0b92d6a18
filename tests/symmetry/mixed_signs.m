-- A sum that leaves its range in one order and not in another.
-- expect: verdict=violated kind=assertion
-- permuted: P
type P: scalarset(2);
var d: array [P] of -1..1; s: 0..1;
startstate begin clear d; for i: P do d[i] := 0; end; s := 0; end;
ruleset i: P; v: -1..1 do rule "set" begin d[i] := v; end; end;
rule "sum" (exists i: P do d[i] = 1 end) ==> begin for i: P do s := s + d[i]; end; s := 0; end;
