-- 5.8: start states count too; here the second one is stuck.
-- expect: verdict=violated kind=deadlock
-- expect: options="--deadlock=off" verdict=holds states=3 rules=2
var v: 0..2;
startstate begin v := 0; end;
startstate begin v := 2; end;
rule v < 2 ==> begin v := 1 - v; end;
