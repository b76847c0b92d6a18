-- expect: verdict=rejected code=E402 line=4
var x: 0..1;
startstate begin x := 0; end;
rule x ==> begin x := 0; end;
