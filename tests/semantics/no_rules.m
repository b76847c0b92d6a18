-- no rule: a warning, then what the deadlock option says.
-- expect: verdict=violated kind=deadlock code=W308
-- expect: options="--deadlock=off" verdict=holds states=1 rules=0 code=W308
-- expect: options="--pedantic" verdict=rejected code=W308
var v: 0..1;
startstate begin v := 0; end;
