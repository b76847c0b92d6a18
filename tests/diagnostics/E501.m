-- expect: verdict=rejected code=E501 line=3
var x: 0..1;
var y: 0..x;
startstate begin x := 0; end;
