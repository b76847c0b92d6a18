-- With a claim about runs, start states have to be symmetric.
-- expect: symmetry=exact verdict=holds
-- permuted:
type V: scalarset(3);
var mem: V;
startstate begin for v: V do mem := v; end; end;
ruleset v: V do
  rule "store" true ==> begin mem := v; end;
end;
ltl "some value" [] exists v: V do mem = v end;
