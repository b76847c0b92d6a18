-- 5.1: equal start states are one state.
-- expect: verdict=holds states=2 rules=2
var v: 0..1;
startstate "a" begin v := 0; end;
startstate "b" begin v := 1; v := 0; end;
ruleset i: 0..3 do startstate "c" begin v := i % 2; end; end;
rule begin v := 1 - v; end;
