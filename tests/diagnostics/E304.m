-- expect: verdict=rejected code=E304 line=5
type T: 0..1;
var x: T;
startstate begin x := 0; end;
rule begin x := T; end;
