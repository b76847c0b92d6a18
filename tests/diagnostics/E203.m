-- expect: verdict=rejected code=E203 line=4
var x: 0..1;
startstate begin x := 0; end;
rule x := 1 - x; end;
