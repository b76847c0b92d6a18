-- expect: verdict=rejected code=E103 line=3
var x: 0..1;
startstate "init begin x := 0; end;
