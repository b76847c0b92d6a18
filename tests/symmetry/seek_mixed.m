-- What is returned depends on who is met first: one constant or another one.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3);
var a: array [P] of 0..2; last: 0..2; asked: boolean;
function first(): 0..2; begin for i: P do if a[i] = 1 then return 1; elsif a[i] = 2 then return 2; end; end; return 0; end;
startstate begin clear a; last := 0; asked := false; end;
ruleset i: P do rule "set" a[i] < 2 & !asked ==> begin a[i] := a[i] + 1; end; end;
rule "ask" !asked ==> begin last := first(); asked := true; end;
rule "again" asked ==> begin asked := false; last := 0; clear a; end;
invariant "only ones" asked & (exists i: P do a[i] = 1 end) -> last = 1;
