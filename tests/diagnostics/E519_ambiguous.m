-- expect: verdict=rejected code=E519 line=6
var x: 0..1;
startstate begin x := 0; end;
rule "flip" begin x := 1 - x; end;
ruleset n: 0..1 do rule "flip" begin x := n; end; end;
ltl "which one" []<> taken("flip");
