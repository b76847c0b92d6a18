-- What is evaluated for each element removes one of them: how many are counted shows who comes first.
--
-- permuted:
-- expect: options=--deadlock=off verdict=violated kind=invariant
type P: scalarset(2); R: record d: P; k: 0..1; end;
var net: multiset [2] of R; x: 0..2;
function Eat(): boolean; begin multisetremovepred(u: net, net[u].k = 1); return true; end;
ruleset p: P do startstate var r: R; begin
  for q: P do r.d := q; r.k := q = p ? 1 : 0; multisetadd(r, net); end;
  x := 0;
end; end;
rule "count" x = 0 ==> begin x := multisetcount(i: net, Eat()); end;
invariant "both" x != 1;
