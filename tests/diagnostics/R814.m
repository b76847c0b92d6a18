-- expect: verdict=violated kind=assertion code=R814 line=4
var x: 0..1;
startstate begin x := 0; end;
rule begin for i := 0 to 3 by x do x := 1; end; end;
