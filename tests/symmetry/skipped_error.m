-- A return inside a loop skips a run-time error.
-- expect: verdict=violated kind=assertion
-- In one level there are runs that fail and others that depend on the order: these decide.
-- permuted: 
type P: scalarset(3);
var a: array [P] of 0..2; o: P; n: 0..63; busy: boolean;
startstate begin clear a; undefine o; n := 0; busy := false; end;
ruleset i: P do rule "set" !busy & a[i] < 2 ==> begin a[i] := a[i] + 1; end; end;
rule "again" busy ==> begin busy := false; n := 0; undefine o; end;
rule "reset" !busy ==> begin clear a; n := 0; end;

function found(): boolean; begin for i: P do if a[i] = 1 then return true; end; assert a[i] = 0 "met a two"; end; return false; end;
rule "ask" !busy & (exists i: P do a[i] = 1 end) ==> begin if found() then busy := true; end; end;
