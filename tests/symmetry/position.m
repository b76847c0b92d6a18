-- A counter in a loop gives a process its number.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3);
var a: array [P] of 0..2; o: P; n: 0..63; busy: boolean;
startstate begin clear a; undefine o; n := 0; busy := false; end;
ruleset i: P do rule "set" !busy & a[i] < 2 ==> begin a[i] := a[i] + 1; end; end;
rule "again" busy ==> begin busy := false; n := 0; undefine o; end;
rule "reset" !busy ==> begin clear a; n := 0; end;

ruleset p: P do rule "number" !busy ==>
  var k: 0..3;
begin
  k := 0; o := p;
  for i: P do k := k + 1; if i = o then n := k; end; end;
  busy := true;
end; end;
invariant "nobody is the third" n != 3;
