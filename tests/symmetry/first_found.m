-- A function returns the first process it finds.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3);
var a: array [P] of 0..2; o: P; n: 0..63; busy: boolean;
startstate begin clear a; undefine o; n := 0; busy := false; end;
ruleset i: P do rule "set" !busy & a[i] < 2 ==> begin a[i] := a[i] + 1; end; end;
rule "again" busy ==> begin busy := false; n := 0; undefine o; end;
rule "reset" !busy ==> begin clear a; n := 0; end;

function first(): P; begin for i: P do if a[i] = 1 then return i; end; end; error "none"; end;
ruleset p: P do rule "pick" !busy & a[p] = 1 ==> begin o := first(); n := o = p ? 0 : 1; busy := true; end; end;
invariant "everybody is the first" n = 0;
