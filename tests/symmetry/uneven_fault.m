-- An error in a body whose instance has other names in the run than in the state that was
-- stored, an element of a multiset among them.
-- expect: symmetry=exact verdict=violated kind=assertion
-- permuted: V
type V: scalarset(3); M: record k: 0..1; v: V; end;
var mem: V; net: multiset [3] of M; n: 0..3;
startstate begin for v: V do mem := v; end; n := 0; end;
ruleset v: V; k: 0..1 do
  rule "send" n < 3 ==> var m: M; begin m.k := k; m.v := v; multisetadd(m, net); n := n + 1; end;
end;
choose i: net do
  rule "take" n = 3 ==> begin
    assert !(net[i].v = mem & net[i].k = 1 & multisetcount(j: net, net[j].v = mem) = 1) "never alone";
    multisetremove(i, net); n := n - 1;
  end;
end;
