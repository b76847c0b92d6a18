-- The same in a guard.
--
-- permuted:
-- expect: options=--deadlock=off verdict=violated kind=assertion
type P: scalarset(3); R: record d: P; k: 0..2; end; B: multiset[4] of R;
var net: B; g, h: P; x: 0..2; n: boolean;
function shuffle(): boolean; var r: R;
begin
  multisetremovepred(u: net, net[u].d = g | net[u].d = h);
  r.d := g; r.k := 2; multisetadd(r, net);
  return true;
end;
ruleset s: P; t: P do startstate var r: R; begin
  x := 0; n := false; g := s; h := t;
  for q: P do r.d := q; r.k := 0; multisetadd(r, net); end;
end; end;
choose i: net do
rule "x" !n & net[i].d = g & (exists t: 0..1 do net[i].k >= 2 | (shuffle() & false) end) ==> begin
  
  n := true;
end; end;
