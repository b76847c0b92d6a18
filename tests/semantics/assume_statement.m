-- 5.7: a statement discards the whole firing; the other rule still moves.
-- expect: verdict=holds states=3
-- expect: STOP=true verdict=violated kind=deadlock
const STOP: false;
var v: 0..2;
startstate begin v := 0; end;
rule "up" begin assume v < 2; v := v + 1; end;
rule "reset" !STOP ==> begin v := 0; end;
