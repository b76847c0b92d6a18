-- 5.2: locals start undefined at every execution and are no part of the state.
-- expect: verdict=holds states=2 rules=2
var b: boolean;
startstate begin b := false; end;
rule var n: 0..3; a: array [0..1] of 0..3; begin
  assert isundefined(n) & isundefined(a[1]); n := 2; a[1] := 3; b := !b;
end;
