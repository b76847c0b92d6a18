-- expect: verdict=holds states=2 rules=2 code=W309 line=2
var p: scalarset(2); x: 0..1;
startstate begin x := 0; end;
rule begin x := 1 - x; end;
