-- 5.2: of the enabled instances only those with the smallest number fire.
-- expect: verdict=holds states=2 rules=2
-- expect: options="--priorities=off" verdict=holds states=3 rules=4
var v: 0..2;
startstate begin v := 0; end;
rule 1 "first" v = 0 ==> begin v := 1; end;
rule 2 "second" v = 0 ==> begin v := 2; end;
rule v = 1 ==> begin v := 0; end;
rule v = 2 ==> begin v := 0; end;
