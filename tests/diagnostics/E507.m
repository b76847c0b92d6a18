-- expect: verdict=rejected code=E507
var x: 0..1;
rule begin x := 0; end;
