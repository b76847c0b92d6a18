-- Start states may prefer a value where claims are about runs, too.
-- expect: symmetry=exact verdict=holds states=1
-- permuted: V
type V: scalarset(3);
var mem: V;
startstate begin for v: V do mem := v; end; end;
ruleset v: V do
  rule "store" true ==> begin mem := v; end;
end;
ltl "some value" [] exists v: V do mem = v end;
