-- A ring that looks like a set: each takes the place of its neighbour.
-- found: NODE 3
type NODE: 1..3;
var left: array [NODE] of NODE; hungry: array [NODE] of boolean;
startstate begin for n: NODE do left[n] := (n % 3) + 1; hungry[n] := false; end; end;
ruleset n: NODE do rule "hunger" !hungry[left[n]] ==> begin hungry[n] := true; end; end;
rule "calm" begin for n: NODE do hungry[n] := false; end; end;
invariant "not three" exists n: NODE do !hungry[n] end;
