-- A liveness claim is about the whole model: it cannot be a statement.
-- expect: verdict=rejected code=E508 line=5
var x: 0..1;
startstate begin x := 0; end;
rule begin x := 1 - x; liveness x = 0; end;
