-- expect: verdict=rejected code=E516 line=5
var x: 0..1;
startstate begin x := 0; end; rule begin x := 1 - x; end;
function f(): boolean; begin x := 1 - x; return true; end;
fair f();
