-- expect: verdict=rejected code=E101 line=2
var x: 0..1 $;
startstate begin x := 0; end;
