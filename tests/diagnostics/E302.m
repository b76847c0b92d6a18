-- expect: verdict=rejected code=E302 line=3
type T: enum {red, green};
var red: 0..1;
startstate begin clear red; end;
