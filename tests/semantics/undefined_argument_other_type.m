-- 5.4: an argument of another subrange is converted, hence read, as in CMurphi.
-- expect: verdict=violated kind=assertion code=R801 line=9
-- expect: options="--undefined=strict" verdict=holds
-- expect: options="--undefined=lenient" verdict=holds
type T: 0..3;
var y: 0..2; b: boolean;
function nothing(n: T): boolean; begin return isundefined(n); end;
startstate begin b := false; end;
rule begin assert nothing(y); b := !b; end;
