-- 5.55: corner case of the language, in a model of its own
-- expect: verdict=holds
var v: 0..2;
startstate begin v := 0; end;
rule v = 0 ==> begin v := 1; end;
rule v = 1 ==> begin v := 0; end;
rule v = 1 ==> begin v := 2; end;
rule v = 2 ==> begin v := 0; end;
liveness "two stays possible" v = 2;
