-- expect: verdict=rejected code=E502 line=2
const N: 1 / 0;
var x: 0..1;
startstate begin x := 0; end;
