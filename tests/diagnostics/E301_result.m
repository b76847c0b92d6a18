-- A wrong type of a result is said once.
-- expect: verdict=rejected code=E301 line=3
var x: 0..1; function f(): T; begin return 0; end;
startstate begin x := 0; end;
rule begin x := f(); end;
