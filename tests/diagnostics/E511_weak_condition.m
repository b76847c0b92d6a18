-- expect: verdict=rejected code=E511 line=5
var x: 0..1;
startstate begin x := 0; end;
rule "flip" begin x := 1 - x; end;
weakfair x = 0;
