-- A function that counts its calls, called in a quantifier.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3);
var a: array [P] of 0..2; o: P; n: 0..63; busy: boolean;
startstate begin clear a; undefine o; n := 0; busy := false; end;
ruleset i: P do rule "set" !busy & a[i] < 2 ==> begin a[i] := a[i] + 1; end; end;
rule "again" busy ==> begin busy := false; n := 0; undefine o; end;
rule "reset" !busy ==> begin clear a; n := 0; end;

function tick(p: P): boolean; begin n := n + 1; return a[p] = 1; end;
rule "ask" !busy & (exists i: P do a[i] = 1 end) ==> begin n := 0; if exists i: P do tick(i) end then busy := true; end; end;
invariant "found at once" busy -> n <= 2;
