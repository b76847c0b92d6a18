-- expect: verdict=violated kind=invariant code=W312 line=5
var x: 0..1;
startstate begin x := 0; end;
weakfair rule "flip" begin x := 1 - x; end;
mu "any" EX true;
invariant x = 0;
