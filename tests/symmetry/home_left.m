-- A long way that ends in a circle, and goals that are only met on the way: a state with
-- many twins, far from the beginning, that nobody comes back to.
-- expect: symmetry=exact verdict=violated kind=liveness
-- permuted: P
type P: scalarset(2);
var n: 0..1500; has: array [P] of boolean;
startstate begin n := 0; for p: P do has[p] := false; end; end;
rule "go" n < 1500 ==> begin n := n + 1; for p: P do has[p] := false; end; end;
rule "round" n = 1500 ==> begin n := 1400; end;
ruleset p: P do
  rule "get" n = 1150 ==> begin has[p] := true; n := 1151; end;
  liveness "everybody gets it" has[p];
end;
