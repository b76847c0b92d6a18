-- Elements of a multiset stand in the order of their values.
-- found:
type NODE: 1..3;
var net: multiset [2] of record from: NODE; end; got: array [NODE] of boolean;
startstate begin undefine net; for n: NODE do got[n] := false; end; end;
ruleset n: NODE do rule "send" n != 2 & multisetcount(i: net, true) < 2 ==>
  var m: record from: NODE; end; begin m.from := n; multisetadd(m, net); end; end;
choose i: net do rule "receive" begin got[net[i].from] := true; multisetremove(i, net); end; end;

invariant "not both" forall a: NODE do forall b: NODE do a = b | !(got[a] & got[b]) end end;
