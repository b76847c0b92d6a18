-- A place that is passed on and never touched: finding it has a function remember who comes first.
-- expect: verdict=violated property="never a chosen one"
-- permuted:
type P: scalarset(3); K: 0..3;
var a: array [K] of K; w: array [P] of boolean; k: K; first: P; t: boolean;
function bump(p: P): K;
begin
  if isundefined(first) then first := p; end;
  return 0;
end;
procedure nothing(var x: K); begin end;
startstate begin for i: K do a[i] := 0; end; for p: P do w[p] := false; end; k := 0; undefine first; t := false; end;
ruleset p: P do rule "choose" !w[p] & !t ==> begin w[p] := true; end; end;
rule "go" !t & exists p: P do w[p] end ==> begin t := true; for p: P do nothing(a[bump(p)]); end; end;
rule "again" t ==> begin t := false; undefine first; end;
invariant "never a chosen one" !isundefined(first) -> w[first];
