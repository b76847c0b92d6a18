-- expect: verdict=violated kind=invariant code=W311 line=5
var x: 0..1;
startstate begin x := 0; end;
rule "flip" begin x := 1 - x; end;
ltl "trap" [] x = 0 -> x = 0;
invariant x = 0;
