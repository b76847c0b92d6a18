-- expect: verdict=holds states=2 rules=2 code=W101 line=2
const TEN: 010;
var x: 0..1;
startstate begin x := 0; assert TEN = 10; end;
rule begin x := 1 - x; end;
