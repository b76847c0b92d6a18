-- 5.7: states that break an assumption are discarded, but moving there is progress.
-- expect: verdict=holds states=4 rules=4
var v: 0..5;
startstate begin v := 0; end;
rule v < 5 ==> begin v := v + 1; end;
assume v < 4;
invariant v < 4;
