-- 5.4: a value argument of the parameter's own type is bound, not read.
-- expect: verdict=holds states=2 rules=2
-- expect: options="--undefined=strict" verdict=holds
-- expect: options="--value-params=copy" verdict=holds
type T: 0..3;
var y: T; b: boolean;
function nothing(n: T): boolean; begin return isundefined(n); end;
startstate begin b := false; end;
rule begin assert nothing(y); b := !b; end;
