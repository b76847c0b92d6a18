-- A loop in a loop, both of which look as if their order mattered, while at most one t is true. With three
-- values all orders of both are tried out.
-- expect: verdict=holds
-- permuted: P
type P: scalarset(3);
var t: array [P] of boolean; l: array [P] of P;
startstate begin for p: P do t[p] := false; end; undefine l; end;
ruleset p: P do
  rule "set" forall q: P do !t[q] end ==> begin t[p] := true; end;
  rule "reset" true ==> begin t[p] := false; undefine l[p]; end;
end;
rule "choose" true ==>
var pick: P;
begin
  for p: P do
    undefine pick;
    for q: P do if isundefined(pick) & t[q] then pick := q; end; end;
    if isundefined(l[p]) then l[p] := pick; end;
  end;
end;
