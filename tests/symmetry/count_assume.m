-- A count comes to an assumption that does not hold before it comes to an error, or after.
-- expect: verdict=violated kind=assertion code=R813
-- permuted: 
type P: scalarset(2); M: record id: P; end;
var net: multiset [2] of M; a: array [P] of boolean;
function judge(p: P): boolean; begin if a[p] then assume false; else error "met"; end; return true; end;
startstate begin for p: P do a[p] := false; end; undefine net; end;
ruleset p: P do
  rule "turn" begin a[p] := !a[p]; end;
  rule "send" multisetcount(i: net, net[i].id = p) = 0 ==> var m: M; begin m.id := p; multisetadd(m, net); end;
end;
rule "count" multisetcount(i: net, true) = 2 & exists p: P do a[p] end & exists p: P do !a[p] end ==>
begin
  if multisetcount(i: net, judge(net[i].id)) = 2 then clear a; end;
end;
