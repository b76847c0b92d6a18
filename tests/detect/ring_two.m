-- Two rings that do not know of each other: all pairs of rotations.
-- found: A 3, B 4
type A: 0..2; B: 1..4;
var x: array [A] of boolean; y: array [B] of boolean;
startstate begin for a: A do x[a] := false; end; for b: B do y[b] := false; end; end;
ruleset a: A do rule "x" !x[(a + 1) % 3] ==> begin x[a] := !x[a]; end; end;
ruleset b: B do rule "y" !y[(b % 4) + 1] ==> begin y[b] := !y[b]; end; end;
invariant "x" exists a: A do !x[a] end;
