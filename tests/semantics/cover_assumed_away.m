-- 5.7: covers are not looked at in discarded states.
-- expect: verdict=violated kind=cover
-- expect: options="--max-errors=0" verdict=violated kind=cover states=2 rules=2
var v: 0..3;
startstate begin v := 0; end;
rule v < 3 ==> begin v := v + 1; end;
assume v < 2;
cover v = 2;
