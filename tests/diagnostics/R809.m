-- expect: verdict=violated kind=assertion code=R809 line=4
var x: 0..1;
startstate begin x := 0; end;
rule begin while x < 2 do x := 1 - x; end; end;
