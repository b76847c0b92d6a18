-- A procedure folds the processes into its var parameter.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3);
var a: array [P] of 0..2; o: P; n: 0..63; busy: boolean;
startstate begin clear a; undefine o; n := 0; busy := false; end;
ruleset i: P do rule "set" !busy & a[i] < 2 ==> begin a[i] := a[i] + 1; end; end;
rule "again" busy ==> begin busy := false; n := 0; undefine o; end;
rule "reset" !busy ==> begin clear a; n := 0; end;

procedure fold(var x: 0..63; p: P); begin x := 3 * x % 27 + a[p]; end;
rule "fold" !busy ==> begin for i: P do fold(n, i); end; busy := true; end;
invariant "never 2 1 0 in this order" n != 21;
