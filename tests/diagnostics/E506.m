-- expect: verdict=rejected code=E506 line=3
var x: 0..1;
procedure p(); begin return 1; end;
startstate begin x := 0; end;
