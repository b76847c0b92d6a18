-- expect: verdict=holds states=2 rules=2 code=W303 line=4
var x: 0..1;
startstate begin x := 0; end;
rule begin for i: 0..1 do i := 0; end;
  x := 1 - x; end;
