-- expect: verdict=rejected code=E601 line=2
var x: real(3, 20);
startstate begin x := 0; end;
