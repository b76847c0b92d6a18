-- An alias that is made around a loop: rounds write a local under one name, and read it under
-- another, in a rule and in a function.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(2);
var a: array [P] of boolean; x, y: 0..2;
function seen(): 0..1;
var i, s: 0..1; row: array [0..1] of 0..1;
begin
  s := 0; i := 0; row[0] := 0; row[1] := 0;
  alias z: row[i] do
    for p: P do if a[p] then z := 1; else s := row[0]; end; end;
  end;
  return s;
end;
startstate begin for p: P do a[p] := false; end; x := 0; y := 0; end;
ruleset p: P do rule "turn" x = 0 & y = 0 ==> begin a[p] := !a[p]; end; end;
rule "here" x = 0 & y = 0 & exists p: P do a[p] end & exists p: P do !a[p] end ==>
var i, s: 0..1; row: array [0..1] of 0..1;
begin
  s := 0; i := 0; row[0] := 0; row[1] := 0;
  alias z: row[i] do
    for p: P do if !a[p] then z := 1; else s := row[0]; end; end;
  end;
  x := 1 + s;
end;
rule "there" x = 0 & y = 0 & exists p: P do a[p] end & exists p: P do !a[p] end ==> begin y := 1 + seen(); end;
rule "again" begin x := 0; y := 0; end;
invariant "rule" x != 1;
invariant "function" y != 2;
