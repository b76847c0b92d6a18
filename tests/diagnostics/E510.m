-- expect: verdict=rejected code=E510 line=4
var x: 0..1;
startstate begin x := 0; end;
rule begin x := undefined + 1; end;
