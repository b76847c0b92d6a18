-- Each round reads what the one before has left.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3);
var a: array [P] of 0..2; o: P; n: 0..63; busy: boolean;
startstate begin clear a; undefine o; n := 0; busy := false; end;
ruleset i: P do rule "set" !busy & a[i] < 2 ==> begin a[i] := a[i] + 1; end; end;
rule "again" busy ==> begin busy := false; n := 0; undefine o; end;
rule "reset" !busy ==> begin clear a; n := 0; end;

rule "carry" !busy ==> var c: 0..2; begin c := 0; for i: P do alias x: a[i] do n := n * 3 + c; c := x; end; end; busy := true; end;
invariant "zero, two, one" n != 7;
