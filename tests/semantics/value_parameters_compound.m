-- the same for records.
-- expect: verdict=holds states=2 rules=2
-- expect: options="--value-params=copy" verdict=violated kind=assertion
type R: record f: 0..3; end;
var r: R; b: boolean;
function sees(n: R): boolean; begin r.f := 3; return n.f = 3; end;
startstate begin b := false; r.f := 0; end;
rule begin r.f := 0; assert sees(r); r.f := 0; b := !b; end;
