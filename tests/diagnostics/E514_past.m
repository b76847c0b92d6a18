-- expect: verdict=rejected code=E514 line=5
var x: 0..1;
startstate begin x := 0; end;
rule "flip" begin x := 1 - x; end;
ctl "looks back" AG (x = 1 -> once x = 0);
