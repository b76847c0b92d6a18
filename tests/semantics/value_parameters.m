-- a value parameter of the same type is a reference; --value-params=copy makes copies.
-- expect: verdict=holds states=2 rules=2 code=W305
-- expect: options="--value-params=copy" verdict=violated kind=assertion code=R812
type T: 0..3;
var y: T; b: boolean;
function sees(n: T): boolean; begin y := 2; return n = 2; end;
startstate begin b := false; y := 0; end;
rule begin y := 0; assert sees(y); y := 0; b := !b; end;
