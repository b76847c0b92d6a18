-- expect: verdict=rejected code=E513 line=4
var x: 0..1; a: array [boolean] of 0..1; function f(b: boolean): boolean; begin return b; end;
startstate begin x := 0; clear a; end; rule begin x := 1 - x; end;
ltl "bits" [] (x ^ <> (x = 1));
