-- expect: verdict=rejected code=E401 line=4
var x: 0..1; b: boolean;
startstate begin x := 0; b := false; end;
rule begin x := b; end;
