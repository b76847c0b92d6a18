-- 5.50: corner case of the language, in a model of its own
-- expect: verdict=violated kind=deadlock
var v: 0..1;
startstate begin v := 0; end;
rule v = 0 ==> begin v := 0; end;
