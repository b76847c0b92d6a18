-- expect: verdict=holds states=2 rules=2 code=W301 line=3
var x: 0..1;
function true(): boolean; begin return x = 0; end;
startstate begin x := 0; end;
rule begin x := 1 - x; end;
