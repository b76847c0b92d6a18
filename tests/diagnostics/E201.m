-- expect: verdict=rejected code=E201 line=4
var x: 0..1;
startstate begin x := 0; end;
rule x = ==> begin x := 1; end;
