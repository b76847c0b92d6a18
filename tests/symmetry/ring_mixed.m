-- A ring of stations and the messages of interchangeable clients: rotations and permutations together.
-- expect: verdict=holds
-- expect: MOST=1 verdict=violated kind=invariant
-- permuted: R, C
const MOST: 2;
type R: ringset(3); C: scalarset(2); M: record dest: R; from: C; end;
var at: array [C] of R; net: multiset [2] of M; seen: array [R] of array [C] of boolean;
ruleset r: R do startstate begin
  for c: C do at[c] := r; end;
  undefine net;
  for i: R do for c: C do seen[i][c] := false; end; end;
end; end;
ruleset c: C do
  rule "walk" begin at[c] := succ(at[c]); end;
  rule "send" var m: M; begin if multisetcount(i: net, true) < 2 then m.dest := at[c] - 1; m.from := c; multisetadd(m, net); end; end;
end;
choose i: net do
  rule "receive" begin seen[net[i].dest][net[i].from] := true; multisetremove(i, net); end;
end;
ruleset c: C; r: R do liveness "everywhere" seen[r][c]; end;
invariant "few" multisetcount(i: net, true) <= MOST | forall c: C do forall d: C do c = d | at[c] = at[d] end end;
