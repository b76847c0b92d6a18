-- expect: verdict=rejected code=E405 line=4
var x: 0..1;
startstate begin x := 0; end;
rule begin x[0] := 1; end;
