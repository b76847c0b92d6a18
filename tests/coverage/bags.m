-- Local multisets, aliases, several names in one loop, and functions of claims.
type P: scalarset(2); M: record dest: P; n: 0..1; end;
var net: multiset[2] of M; got: array [P] of 0..2;
function enough(p: P): boolean;
begin
  if got[p] = 2 then
    return true;
  end;
  return false;
end;
startstate begin
  undefine net;
  for p: P do got[p] := 0; end;
end;
ruleset p: P do
  rule "send" multisetcount(i: net, true) < 2 & got[p] = 0 ==>
  var two: multiset[2] of M; m: M;
  begin
    alias n: got[p] do
      m.dest := p; m.n := n;
      multisetadd(m, two);
      multisetadd(m, net);
    end;
  end;
end;
choose i: net do
  rule "receive" begin
    if got[net[i].dest] < 2 then
      got[net[i].dest] := got[net[i].dest] + 1;
    else
      error "never";
    end;
    multisetremove(i, net);
  end;
end;
rule "both" begin
  for p: P; q: P do
    if p != q & got[p] = 2 & got[q] = 2 then
      for r: P do got[r] := 0; end;
    end;
  end;
end;
invariant "a claim that calls" forall p: P do enough(p) -> got[p] = 2 end;
ltl "not counted" [] true;
