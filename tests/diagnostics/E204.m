-- expect: verdict=rejected code=E204 line=4
var x: 0..1;
startstate begin x := 0; end;
invariant x = x = true;
