-- 5.2: a rule without a number has priority 0, before 1.
-- expect: verdict=holds states=2 rules=2
-- expect: options="--priorities=off" verdict=violated kind=invariant property="never two"
var v: 0..2;
startstate begin v := 0; end;
rule "plain" v < 2 ==> begin v := 1 - v; end;
rule 1 "late" v = 1 ==> begin v := 2; end;
rule v = 2 ==> begin v := 0; end;
invariant "never two" v != 2;
