-- 5.4: a result of enum type may be undefined.
-- expect: verdict=holds states=2 rules=2
-- expect: options="--undefined=lenient" verdict=holds
-- expect: options="--undefined=strict" verdict=violated kind=assertion code=R801 line=7
type E: enum {one, two};
var e, f: E; b: boolean;
function give(): E; begin return e; end;
startstate begin b := false; end;
rule begin f := give(); assert isundefined(f); b := !b; end;
