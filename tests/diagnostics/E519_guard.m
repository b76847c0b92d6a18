-- expect: verdict=rejected code=E519 line=4
var x: 0..1;
startstate begin x := 0; end;
rule "flip" enabled("flip") ==> begin x := 1 - x; end;
