-- 5.60: corner case of the language, in a model of its own
-- expect: verdict=violated kind=deadlock
var v: 0..1;
startstate begin v := 0; end;
rule 1 "stutter" begin v := v; end;
rule 2 "go" begin v := 1 - v; end;
