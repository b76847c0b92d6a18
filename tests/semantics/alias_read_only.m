-- 4: an alias of a value cannot be assigned.
-- expect: verdict=rejected code=E503 line=5
var x: 0..3;
startstate begin x := 0; end;
rule begin alias k: x + 1; l: x do l := 1; k := 2; end; end;
