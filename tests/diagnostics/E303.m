-- expect: verdict=rejected code=E303 line=3
var x: 0..1;
var y: x;
startstate begin x := 0; end;
