-- expect: verdict=rejected code=E509 line=4
var x: 0..1;
startstate begin x := 0; end;
rule begin for i := 0 to 3 by 0 do x := 0; end; end;
