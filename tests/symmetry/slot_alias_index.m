-- The same by way of an alias.
--
-- permuted:
-- expect: options=--deadlock=off verdict=violated kind=assertion
type P: scalarset(3); R: record d: P; k: 0..2; a: array[0..1] of 0..2; end; B: multiset[4] of R;
var net: B; g, h: P; x: 0..2; n: boolean;
function shuffle(): boolean; var r: R;
begin
  multisetremovepred(u: net, net[u].d = g | net[u].d = h);
  r.d := g; r.k := 2; r.a[0] := 2; r.a[1] := 2; multisetadd(r, net);
  return true;
end;
function sh(): 0..1; var b: boolean; begin b := shuffle(); return 1; end;
function two(var e: 0..2; z: 0..1): 0..2; begin e := 1; return e; end;
procedure pr(z: 0..1; var e: 0..2); begin e := 1; end;
function rec(): R; var b: boolean; r: R; begin b := shuffle(); r.d := g; r.k := 1; r.a[0] := 0; r.a[1] := 0; return r; end;
ruleset s: P; t: P do startstate var r: R; begin
  x := 0; n := false; g := s; h := t;
  for q: P do r.d := q; r.k := 0; r.a[0] := 0; r.a[1] := 0; multisetadd(r, net); end;
end; end;
choose i: net do
rule "x" !n & net[i].d = g ==> begin
  alias e: net[i].a do x := e[sh()]; end;
  n := true;
end; end;
