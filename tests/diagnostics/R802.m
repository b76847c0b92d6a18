-- expect: verdict=violated kind=assertion code=R802 line=4
var x: 0..1;
startstate begin x := 0; end;
rule begin x := x + 1; end;
