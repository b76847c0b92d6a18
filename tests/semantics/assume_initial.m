-- 5.7: an initial state that breaks an assumption is dropped.
-- expect: verdict=holds states=2 rules=2
var v: 0..9;
startstate begin v := 0; end;
startstate begin v := 5; end;
rule v <= 1 ==> begin v := 1 - v; end;
assume "small" v < 5;
invariant v < 2;
