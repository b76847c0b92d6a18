-- expect: verdict=rejected code=E503 line=4
const N: 3;
var x: 0..3;
startstate begin N := 0; end;
