-- expect: verdict=holds states=2 rules=2 code=W304 line=5
var x: 0..1;
function f(): boolean; begin x := 1 - x; return true; end;
startstate begin x := 0; end;
rule f() ==> begin x := 1 - x; end;
