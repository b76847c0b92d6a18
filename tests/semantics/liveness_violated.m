-- 5.7: from 2 on there is no way back.
-- expect: verdict=violated kind=liveness property="back"
var v: 0..3;
startstate begin v := 0; end;
rule v <= 1 ==> begin v := v + 1; end;
rule v >= 2 ==> begin v := 5 - v; end;
liveness "back" v = 0;
