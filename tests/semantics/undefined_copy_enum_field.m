-- 5.4: fields of enum type pass undefined on.
-- expect: verdict=holds states=2 rules=2
-- expect: options="--undefined=lenient" verdict=holds
-- expect: options="--undefined=strict" verdict=violated kind=assertion code=R801 line=8
type E: enum {one, two}; R: record f: E; end;
var e: E; r: R; b: boolean;
startstate begin b := false; end;
rule begin e := r.f; assert isundefined(e); b := !b; end;
