-- "Some value", said by a loop in a start state. Rules and claims treat values alike, so
-- they are permuted all the same; the run has to begin with the value that the loop picks.
-- expect: symmetry=exact verdict=violated kind=invariant
-- permuted: V
type V: scalarset(3);
var mem, last: V; n: 0..2;
startstate begin for v: V do mem := v; end; last := mem; n := 0; end;
ruleset v: V do
  rule "store" n < 2 ==> begin last := v; n := n + 1; end;
end;
rule "back" n > 0 ==> begin n := 0; mem := last; end;
ruleset v: V do
  invariant "not elsewhere" n = 2 & mem = v -> last = v;
end;
