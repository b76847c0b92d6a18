-- A loop in a loop returns one constant or another: the order shows.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3); N: 0..1;
var a: array [P] of array [N] of 0..2; last: 0..2; asked: boolean;
function Ask(): 0..2;
begin
  for p: P do for n: N do if a[p][n] = 1 then return 1; elsif a[p][n] = 2 then return 2; end; end; end;
  return 0;
end;
startstate begin for p: P do for n: N do a[p][n] := 0; end; end; last := 0; asked := false; end;
ruleset p: P; n: N do rule "set" a[p][n] < 2 & !asked ==> begin a[p][n] := a[p][n] + 1; end; end;
rule "ask" !asked ==> begin last := Ask(); asked := true; end;
rule "again" asked ==> begin asked := false; last := 0; for p: P do for n: N do a[p][n] := 0; end; end; end;
invariant "only ones" asked & (exists p: P do exists n: N do a[p][n] = 1 end end) -> last = 1;
