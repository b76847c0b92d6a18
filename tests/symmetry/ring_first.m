-- A loop that shows where it starts breaks the symmetry of a ring, too.
-- expect: verdict=violated kind=invariant
-- permuted: 
type R: ringset(3);
var on: array [R] of boolean; first: R;
startstate begin for r: R do on[r] := false; end; undefine first; end;
ruleset r: R do rule "switch" begin on[r] := !on[r]; end; end;
rule "look" begin
  undefine first;
  for r: R do if on[r] & isundefined(first) then first := r; end; end;
end;
invariant "the second never" isundefined(first) | !on[succ(first)] | !on[pred(first)] | exists r: R do !on[r] end;
