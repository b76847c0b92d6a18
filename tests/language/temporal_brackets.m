-- indices and repetitions
-- expect: verdict=violated kind=invariant
var a: array [0..1] of 0..1; b: array [boolean] of boolean;
startstate begin clear a; clear b; end; rule "flip" begin a[0] := 1 - a[0]; end;
never "a" { a[+1] = 1; b[true][*2]; a[0] = 1[+] };
never "b" { b[b[false]][->1] : {b[true]}[*0:1] : a[a[1]] = 2[=2] };
invariant a[0] = 0;
