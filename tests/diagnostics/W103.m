-- expect: verdict=holds states=2 rules=2 code=W103 line=4
var x: 0..1;
startstate begin x := 0; end;
rule "change ä" begin x := 1 - x; end;
