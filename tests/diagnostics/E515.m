-- expect: verdict=rejected code=E515 line=5
var x: 0..1;
startstate begin x := 0; end;
rule "flip" begin x := 1 - x; end;
mu "odd" mu Z. x = 1 | EX (Z -> x = 0);
