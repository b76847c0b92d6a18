-- expect: verdict=rejected code=E519 line=5
var x: 0..1;
startstate begin x := 0; end;
rule "flip" begin x := 1 - x; end;
ctl "wrong place" AG !taken("flip");
