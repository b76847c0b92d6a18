-- 5.6: an argument of another type is a copy in any case.
-- expect: verdict=holds states=2 rules=2
-- expect: options="--value-params=copy" verdict=holds states=2 rules=2
type T: 0..3;
var y: 0..2; b: boolean;
function sees(n: T): T; begin y := 2; return n; end;
startstate begin b := false; y := 0; end;
rule begin y := 0; assert sees(y) = 0; assert y = 2; y := 0; b := !b; end;
