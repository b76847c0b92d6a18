-- A model without warnings is none the worse for --pedantic.
-- expect: options="--pedantic" verdict=holds states=2 rules=2
var v: 0..1;
startstate "init" begin v := 0; end;
rule "flip" begin v := 1 - v; end;
invariant "always" v <= 1;
