-- Numbers that are too far off to compute with beforehand: that they are compared by size still shows.
-- found:
type P: 5000000000..5000000003;
var at: P; on: array [P] of boolean;
startstate begin for p: P do on[p] := false; end; at := 5000000001; end;
ruleset p: P do rule "up" at < p ==> begin at := p; on[p] := true; end; end;
rule "over" at = 5000000003 ==> begin at := 5000000001; end;
invariant "the first is never on" forall p: P do on[p] -> p > 5000000000 end;
ruleset p: P do cover "on" on[p]; end;
