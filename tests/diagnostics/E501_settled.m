-- A constant side that settles nothing: 1 * f() and f() / 0 are no constants.
-- expect: verdict=rejected code=E501 line=4
function f(): 0..1; begin return 1; end;
const A: 1 * f();
const B: f() / 0;
const C: (0 * f() = 0) & (f() = 0);
var x: boolean;
startstate begin x := true; end;
rule begin x := !x; end;
