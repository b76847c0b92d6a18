-- The bag that the last round left is added to after the loop: is there room?
-- expect: verdict=violated kind=assertion code=R806
-- permuted: 
type P: scalarset(2); V: 1..2;
var m: array [P] of multiset [1] of V; a: array [P] of boolean;
startstate begin for p: P do a[p] := false; undefine m[p]; end; end;
ruleset p: P do
  rule "turn" begin a[p] := !a[p]; undefine m[p]; if !a[p] then multisetadd(1, m[p]); end; end;
end;
rule "mix" exists p: P do multisetcount(i: m[p], true) = 0 end & exists p: P do multisetcount(i: m[p], true) = 1 end & exists p: P do a[p] end & exists p: P do !a[p] end ==>
var t: multiset [1] of V;
begin
  for p: P do t := m[p]; end;
  multisetadd(2, t);
end;
