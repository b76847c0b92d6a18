-- 5.56: corner case of the language, in a model of its own
-- expect: verdict=holds
var v: 0..5;
startstate begin v := 0; end;
rule v < 5 ==> begin v := v + 1; end;
assume v < 4;
invariant v < 4;
