-- expect: verdict=rejected code=E206 line=4
var x: 0..1;
startstate begin x := 0; end;
rule x := 0 ==> begin x := 1; end;
