-- expect: verdict=rejected code=E512 line=5
var x: 0..1;
startstate begin x := 0; end;
rule "flip" begin x := 1 - x; end;
ruleset i: 0..1 do never { x = i; x = i }; end;
