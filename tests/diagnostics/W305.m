-- expect: verdict=holds states=2 rules=4 code=W305 line=6
type T: 0..1;
var x: T;
procedure p(n: T); begin x := 0; end;
startstate begin x := 0; end;
rule begin p(x);
  x := 1; end;
rule begin x := 0; end;
