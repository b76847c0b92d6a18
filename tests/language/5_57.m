-- 5.57: corner case of the language, in a model of its own
-- expect: verdict=violated kind=deadlock
var v: 0..5;
startstate begin v := 0; end;
rule v < 5 ==> begin assume v < 3; v := v + 1; end;
