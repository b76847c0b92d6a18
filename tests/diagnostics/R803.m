-- expect: verdict=violated kind=assertion code=R803 line=4
var x: 0..3; a: array [0..2] of 0..1;
startstate begin x := 3; clear a; end;
rule begin a[x] := 1; end;
