-- A failing assertion behind an early stop.
-- expect: verdict=violated kind=assertion
-- In one level there are runs that fail and others that depend on the order: these decide.
-- permuted: 
type P: scalarset(3);
var a: array [P] of 0..2; o: P; n: 0..63; busy: boolean;
startstate begin clear a; undefine o; n := 0; busy := false; end;
ruleset i: P do rule "set" !busy & a[i] < 2 ==> begin a[i] := a[i] + 1; end; end;
rule "again" busy ==> begin busy := false; n := 0; undefine o; end;
rule "reset" !busy ==> begin clear a; n := 0; end;

function sane(p: P): boolean; begin assert a[p] != 2 "too high"; return a[p] = 1; end;
rule "ask" (exists i: P do a[i] = 1 end) ==> begin if exists i: P do sane(i) end then n := 1; end; end;
