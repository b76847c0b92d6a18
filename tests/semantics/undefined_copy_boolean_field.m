-- 5.4: fields of boolean type are read; plain boolean variables are not.
-- expect: verdict=violated kind=assertion code=R801 line=6
-- expect: options="--undefined=lenient" verdict=holds states=2 rules=2
type R: record f: boolean; end;
var c, d: boolean; r: R; b: boolean;
startstate begin b := false; end; rule begin d := c; c := r.f; b := !b; end;
