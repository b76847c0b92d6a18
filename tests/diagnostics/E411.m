-- expect: verdict=rejected code=E411 line=3
type R: record f: 0..1; end;
var a: array [R] of 0..1;
startstate begin clear a; end;
