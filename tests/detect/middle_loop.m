-- The loop shows when it comes to 2: after one of the others, and before another.
-- found:
type NODE: 1..3;
var on: array [NODE] of boolean; mark: 0..3;
startstate begin for n: NODE do on[n] := false; end; mark := 0; end;
ruleset n: NODE do rule "on" begin on[n] := !on[n]; end; end;
rule "scan" begin mark := 3; for n: NODE do if n = 2 then mark := 0; elsif on[n] then mark := 1; end; end; end;
invariant "the last round never counts" mark != 1;
