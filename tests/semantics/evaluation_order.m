-- 5.3: right side before the target's indices; arguments and operands left to right.
-- expect: verdict=holds states=2 rules=2
var a: array [0..3] of 0..99; i: 0..3; n: 0..99; b: boolean;
function next(): 0..99; begin n := n + 1; i := 2; return n; end;
function pair(x, y: 0..99): 0..99; begin return 10 * x + y; end;
startstate begin i := 0; n := 0; clear a; b := false; end;
rule begin
  a[i] := next(); assert a[2] = 1 & a[0] = 0; n := 0; assert pair(next(), next()) = 12; n := 0;
  assert 10 * next() + next() = 12; clear a; n := 0; i := 0; b := !b;
end;
