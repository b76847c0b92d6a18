-- A table of neighbours that a rule writes is no constant.
-- found: C 4
type C: 0..3;
var next: array [C] of C; on: array [C] of boolean;
startstate begin for c: C do next[c] := (c + 1) % 4; on[c] := false; end; end;
ruleset c: C do rule "on" !on[next[c]] ==> begin on[c] := true; end; end;
rule "cut" begin next[3] := 3; end;
ruleset c: C do rule "off" on[c] & next[c] = c ==> begin on[c] := false; end; end;
invariant "not all" exists c: C do !on[c] end;
