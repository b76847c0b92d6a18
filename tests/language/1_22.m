-- 1.22: corner case of the language, in a model of its own
-- expect: verdict=holds
var v: 0..3;
startstate begin v := 0; end;
rule 1 + v = 2 ==> begin v := 3; end;
rule v = 0 ==> begin v := 1; end;
rule v >= 2 ==> begin v := 0; end;
