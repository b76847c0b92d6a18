-- What is copied is what the source held, also if the target's index calls functions: the invariant fails with every engine.
-- expect: verdict=violated kind=invariant
type P: scalarset(3); I: 0..1; A: array [boolean] of 0..3;
var at: array [P] of 0..2; a: array [I] of A;
function f0(n : 0..0) : 0..0; var q: 0..3; begin q := 1; return 0; end;
function f2() : 0..0; var r, s: 0..3; begin r := 1; s := 1; return f0(0); end;
startstate begin for p: P do at[p] := 0; end; for b: boolean do a[0][b] := 2; a[1][b] := 0; end; end;
ruleset p: P do
  rule "go" at[p] = 0 ==> begin at[p] := 1; end;
  rule "copy" at[p] = 1 ==> begin a[0 <= f2() ? 1 : 0] := a[0]; at[p] := 2; end;
  rule "back" at[p] = 2 ==> begin at[p] := 0; end;
end;
invariant "c" a[1][true] != 2;
