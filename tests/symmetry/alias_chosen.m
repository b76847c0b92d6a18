-- An alias bound to an element that a loop chose.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3);
var a: array [P] of 0..2; o: P; n: 0..63; busy: boolean;
startstate begin clear a; undefine o; n := 0; busy := false; end;
ruleset i: P do rule "set" !busy & a[i] < 2 ==> begin a[i] := a[i] + 1; end; end;
rule "again" busy ==> begin busy := false; n := 0; undefine o; end;
rule "reset" !busy ==> begin clear a; n := 0; end;

rule "pick" !busy & (exists i: P do a[i] = 1 end) ==> begin
  for i: P do if a[i] = 1 & isundefined(o) then o := i; end; end;
  alias chosen: a[o] do chosen := 2; end;
  for i: P do n := n * 3 + a[i]; end;
  busy := true;
end;
invariant "not the second of two" n != 7;
