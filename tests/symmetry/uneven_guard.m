-- A guard that cannot be evaluated, of one instance.
-- expect: symmetry=exact verdict=violated kind=assertion
-- permuted: V
type V: scalarset(3);
var mem: V; a: array [V] of 0..2; n: 0..2;
startstate begin for v: V do mem := v; a[v] := 0; end; n := 0; end;
ruleset v: V do
  rule "lose" n < 2 & mem != v & !isundefined(a[v]) ==> begin undefine a[v]; n := n + 1; mem := v; end;
  rule "add" n = 2 & a[v] < 2 ==> begin a[v] := a[v] + 1; end;
end;
