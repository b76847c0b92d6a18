-- expect: verdict=rejected code=E201 line=5
var x: 0..1;
startstate begin x := 0; end;
rule begin x := 1 - x; end;
invariant "small" [] x < 2;
