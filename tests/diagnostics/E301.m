-- expect: verdict=rejected code=E301 line=4
var x: 0..1;
startstate begin x := 0; end;
rule begin x := X; end;
