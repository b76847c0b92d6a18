-- A loop over pairs that lets the earlier one win.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3);
var a: array [P] of 0..2; o: P; n: 0..63; busy: boolean;
startstate begin clear a; undefine o; n := 0; busy := false; end;
ruleset i: P do rule "set" !busy & a[i] < 2 ==> begin a[i] := a[i] + 1; end; end;
rule "again" busy ==> begin busy := false; n := 0; undefine o; end;
rule "reset" !busy ==> begin clear a; n := 0; end;

rule "duel" !busy ==> begin
  for i: P do for j: P do if i != j & a[i] = 1 & a[j] = 1 then a[j] := 0; n := n + 1; end; end; end;
  busy := true;
end;
ruleset p: P do rule "claim" busy & a[p] = 1 & n > 0 & isundefined(o) ==> begin o := p; for i: P do n := i = p ? 40 : n + (n < 40 ? 0 : 1); end; end; end;
invariant "the winner is not the first" n != 42;
