-- 2: `undefined` may be a whole argument.
-- expect: verdict=holds states=2 rules=2
type T: 0..3;
var b: boolean;
function nothing(n: T): boolean; begin return isundefined(n); end;
startstate begin b := false; end;
rule begin assert nothing(undefined); assert !nothing(2); b := !b; end;
