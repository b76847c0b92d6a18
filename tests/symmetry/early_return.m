-- A return inside a loop skips what later rounds would have written.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3);
var a: array [P] of 0..2; o: P; n: 0..63; busy: boolean;
startstate begin clear a; undefine o; n := 0; busy := false; end;
ruleset i: P do rule "set" !busy & a[i] < 2 ==> begin a[i] := a[i] + 1; end; end;
rule "again" busy ==> begin busy := false; n := 0; undefine o; end;
rule "reset" !busy ==> begin clear a; n := 0; end;

procedure mark(); begin for i: P do if a[i] = 1 then return; end; a[i] := 2; end; end;
rule "mark" !busy & (exists i: P do a[i] = 1 end) & (exists i: P do a[i] = 0 end) ==> begin mark(); busy := true; end;
invariant "mark changes nothing" busy -> forall i: P do a[i] != 2 end;
