-- expect: verdict=rejected code=E517 line=5
var x: 0..1;
startstate begin x := 0; end;
rule "flip" begin x := 1 - x; end;
mu "misspelt" <"filp"> true;
