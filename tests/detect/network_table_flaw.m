-- One entry of the table is wrong: the ring has a tail.
-- found:
type C: 0..4;
var next: array [C] of C; on: array [C] of boolean;
startstate begin for c: C do next[c] := (c + 1) % 5; on[c] := false; end; next[4] := 1; end;
ruleset c: C do rule "on" !on[next[c]] ==> begin on[c] := true; end; end;
ruleset c: C do rule "off" on[c] & on[next[c]] ==> begin on[c] := false; end; end;
invariant "not 0 and 4" !(on[0] & on[4] & !on[2]);
