-- 5.5: an index outside its type is an error, on either side.
-- expect: AT=1 verdict=holds states=2 rules=2
-- expect: AT=0 verdict=violated kind=assertion code=R803
-- expect: AT=4 verdict=violated kind=assertion code=R803
const AT: 1;
var a: array [1..3] of 0..3; i: 0..9; b: boolean;
startstate begin clear a; i := AT; b := false; end;
rule begin assert a[i] = 0; b := !b; end;
