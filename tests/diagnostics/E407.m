-- expect: verdict=rejected code=E407 line=2
var x: 3..1;
startstate begin x := 1; end;
