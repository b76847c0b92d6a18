-- expect: verdict=rejected code=E501 line=5
var x: 0..1;
startstate begin x := 0; end;
rule "flip" begin x := 1 - x; end;
ltl "bounds" <> forall i := 0 to x do <> (x = i) end;
