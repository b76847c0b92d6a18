-- 5.7: AG EF: two stays possible, though a run may avoid it for ever.
-- expect: verdict=holds states=3 rules=4
var v: 0..2;
startstate begin v := 0; end;
rule v = 0 ==> begin v := 1; end;
rule v = 1 ==> begin v := 0; end;
rule v = 1 ==> begin v := 2; end;
rule v = 2 ==> begin v := 0; end;
liveness "two" v = 2;
