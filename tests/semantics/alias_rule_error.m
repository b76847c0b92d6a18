-- 5.2: an error in an alias counts even when the guard would be false.
-- expect: verdict=violated kind=assertion code=R803 line=6
var a: array [0..1] of 0..3; i: 0..3;
startstate begin clear a; i := 0; end;
rule begin i := (i + 1) % 4; end;
alias here: a[i] do rule false & here = 0 ==> begin end; end;
