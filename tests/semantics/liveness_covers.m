-- A cover statement does not count where only a liveness property calls it; with every engine.
-- expect: verdict=violated kind=cover property="in f"
var x: 0..3;
function f(): boolean; begin cover "in f" x = 2; return x = 3; end;
startstate begin x := 0; end;
rule x < 3 ==> begin x := x + 1; end;
rule x = 3 ==> begin x := 0; end;
liveness "comes" f();
