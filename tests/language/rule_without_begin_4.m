-- A name would start a guard.
-- expect: verdict=rejected code=E203 line=6
var x: 0..1;
procedure p(); begin x := 0; end;
startstate p(); end;
rule p(); end;
