-- 4: a parameter may have the function's own name.
-- expect: verdict=holds states=2 rules=2
var x: 0..1;
function f(f: 0..1): 0..1; begin return 1 - f; end;
startstate begin x := 0; end;
rule begin x := f(x); end;
