-- Two rings, one in step with the other: only both together are rotated.
-- found: A 4, B 4
type A: 0..3; B: 1..4;
var x: array [A] of boolean; y: array [B] of boolean; z: array [A] of boolean;
startstate begin for a: A do x[a] := false; z[a] := false; end; for b: B do y[b] := false; end; end;
ruleset a: A do rule "x" !x[(a + 1) % 4] ==> begin x[a] := !x[a]; end; end;
ruleset b: B do rule "y" x[b - 1] & !y[(b % 4) + 1] ==> begin y[b] := !y[b]; end; end;
ruleset a: A do rule "z" y[a + 1] ==> begin z[(a + 1) % 4] := true; end; end;
rule "all" begin for a: A do z[a] := false; end; end;
invariant "z" exists a: A do !z[a] end;
