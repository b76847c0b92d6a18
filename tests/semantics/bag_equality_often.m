-- Comparisons of bags do not fill the stack, however many there are in a function; an even
-- number of them changes nothing.
-- expect: verdict=holds states=64 rules=64 options="--compile=never"
-- expect: verdict=holds states=64 rules=64 options="--compile=always"
type B: record m: multiset [4] of 0..5000000000; p: array [0..4000] of boolean; end;
var x: boolean; y: 0..63; a, b: B;
function f(n: 0..63): 0..63; begin
  if n = 0 then
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end; if a = b then x := !x; end;
    return 0;
  end;
  return f(n - 1) + 1;
end;
startstate begin x := false; y := 0; end;
rule y < 63 ==> begin y := f(y) + 1; end;
rule y = 63 ==> begin y := 0; end;
