-- 5.4: a result of integer type is read.
-- expect: verdict=violated kind=assertion code=R801
-- expect: options="--undefined=strict" verdict=violated kind=assertion code=R801
-- expect: options="--undefined=lenient" verdict=holds states=2 rules=2
var x, y: 0..1; b: boolean;
function give(): 0..1; begin return y; end;
startstate begin b := false; end;
rule begin x := give(); b := !b; end;
