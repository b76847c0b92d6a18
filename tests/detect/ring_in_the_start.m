-- The ring stands in the start state, by literals: no permutation of all nodes keeps it, but its images are searched.
-- found: NODE 3
type NODE: 1..3;
var left: array [NODE] of NODE; hungry: array [NODE] of boolean;
startstate begin left[1] := 2; left[2] := 3; left[3] := 1; for n: NODE do hungry[n] := false; end; end;
ruleset n: NODE do rule "hunger" !hungry[left[n]] ==> begin hungry[n] := true; end; end;
rule "calm" begin for n: NODE do hungry[n] := false; end; end;
invariant "not two neighbours" forall n: NODE do hungry[n] & hungry[left[n]] -> hungry[left[left[n]]] end;
invariant "never two" forall n: NODE do forall m: NODE do hungry[n] & hungry[m] -> n = m end end;
