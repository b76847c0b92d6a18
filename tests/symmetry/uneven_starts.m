-- Start states that are not images of each other, though they are instances of one clause: each
-- has to be made.
-- expect: symmetry=exact verdict=violated kind=invariant
-- permuted: V
type V: scalarset(3);
var mem: V; n: 0..3;
ruleset d: V do startstate var c: 0..3; begin
  c := 0; n := 0;
  for v: V do c := c + 1; if v = d then n := c; end; end;
  mem := d;
end; end;
rule "idle" n > 0 ==> begin n := n; mem := mem; end;
invariant "d is never the second" n != 2;
