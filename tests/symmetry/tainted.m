-- What the last round left in a local variable is used after the loop.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3);
var a: array [P] of 0..2; o: P; n: 0..63; busy: boolean;
startstate begin clear a; undefine o; n := 0; busy := false; end;
ruleset i: P do rule "set" !busy & a[i] < 2 ==> begin a[i] := a[i] + 1; end; end;
rule "again" busy ==> begin busy := false; n := 0; undefine o; end;
rule "reset" !busy ==> begin clear a; n := 0; end;

rule "keep" !busy ==> var t: 0..2; begin t := 0; for i: P do t := a[i]; end; n := t; if exists i: P do a[i] = 1 end then n := n + 10; end; busy := true; end;
invariant "the last is not the high one" n != 12;
