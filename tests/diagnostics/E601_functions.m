-- expect: verdict=rejected code=E601 line=4
var x: 0..3;
startstate begin x := 0; end;
rule x = sqrt(x) ==> begin x := exp(1); end;
