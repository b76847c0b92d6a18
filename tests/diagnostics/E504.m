-- expect: verdict=rejected code=E504 line=4
var x: 0..1;
startstate begin x := 0; end;
rule isundefined(x + 1) ==> begin x := 1; end;
