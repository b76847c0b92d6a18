-- expect: verdict=rejected code=E403 line=5
type E: enum {red, green};
var e: E;
startstate begin e := red; end;
invariant e < green;
