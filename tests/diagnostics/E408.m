-- expect: verdict=rejected code=E408 line=2
var a: array [0..9999] of array [0..9999] of boolean;
startstate begin clear a; end;
