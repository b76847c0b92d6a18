-- expect: verdict=violated kind=assertion code=R801 line=4
var x, y: 0..1;
startstate begin x := 0; end;
rule begin x := y + 1; end;
