-- An assumption that looks at the order.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3);
var a: array [P] of 0..2; o: P; n: 0..63; busy: boolean;
startstate begin clear a; undefine o; n := 0; busy := false; end;
ruleset i: P do rule "set" !busy & a[i] < 2 ==> begin a[i] := a[i] + 1; end; end;
rule "again" busy ==> begin busy := false; n := 0; undefine o; end;
rule "reset" !busy ==> begin clear a; n := 0; end;

function sorted(): boolean; var last: 0..2; begin last := 0; for i: P do if a[i] < last then return false; end; last := a[i]; end; return true; end;
ruleset i: P do rule "look" !busy & a[i] = 2 ==> begin n := 1; busy := true; end; end;
assume "sorted" sorted();
invariant "no one gets high" n = 0;
