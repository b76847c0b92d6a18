-- 4: a local may not repeat a parameter.
-- expect: verdict=rejected code=E302 line=4
var x: 0..1;
procedure p(n: 0..1); var n: 0..1; begin end;
startstate begin x := 0; end;
rule begin x := 1 - x; end;
