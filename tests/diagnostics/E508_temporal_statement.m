-- expect: verdict=rejected code=E508 line=4
var x: 0..1;
startstate begin x := 0; end;
rule begin ltl "claim" [] (x = 0); x := 1 - x; end;
