-- The condition of a count is evaluated again after the element has gone.
--
-- permuted:
-- expect: options=--deadlock=off verdict=violated kind=assertion
type P: scalarset(3); R: record d: P; k: 0..2; end; B: multiset[4] of R;
var net: B; g, h: P; x: 0..2; n: boolean; nut: multiset[2] of 0..1;
function shuffle(): boolean; var r: R;
begin
  multisetremovepred(u: net, net[u].d = g | net[u].d = h);
  r.d := g; r.k := 2; multisetadd(r, net);
  return true;
end;
ruleset s: P; t: P do startstate var r: R; begin
  x := 0; n := false; g := s; h := t; multisetadd(0,nut); multisetadd(1,nut);
  for q: P do r.d := q; r.k := 0; multisetadd(r, net); end;
end; end;
choose i: net do
rule "x" !n & net[i].d = g ==> begin
  x := multisetcount(u: nut, net[i].k < 2 & shuffle());
  n := true;
end; end;
