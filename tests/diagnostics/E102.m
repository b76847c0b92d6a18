-- expect: verdict=rejected code=E102 line=2
const N: 9223372036854775808;
var x: 0..1;
startstate begin x := 0; end;
