-- expect: verdict=holds states=2 rules=2 code=W102 line=5
var x: 0..1;
startstate begin x := 0; end;
rule begin x := 1 - x; end;
/* the rest of the file
