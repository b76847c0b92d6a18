-- A claim about each value that fails for the one that the start state prefers; there are two
-- start states, and in one of them it has another name than in the state that is stored.
-- expect: symmetry=exact verdict=violated kind=liveness
-- permuted: V
type V: scalarset(2);
var mem, first: V; k: 0..1; t: boolean;
startstate begin for v: V do mem := v; first := v; end; k := 0; t := false; end;
startstate begin clear mem; clear first; k := 1; t := false; end;
rule "tick" begin t := !t; end;
ruleset v: V do
  rule "store" v != first ==> begin mem := v; end;
  liveness "each comes again" mem = v | k = 0;
  liveness "and again" mem = v | k = 1;
end;
