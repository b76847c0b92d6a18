-- 5.4: a plain variable passes undefined on in `:=`; strict forbids it, lenient allows it.
-- expect: verdict=holds states=2 rules=2
-- expect: options="--undefined=lenient" verdict=holds states=2 rules=2
-- expect: options="--undefined=strict" verdict=violated kind=assertion code=R801 line=7
var x, y: 0..1; b: boolean;
startstate begin b := false; end;
rule begin x := y; b := !b; end;
invariant isundefined(x);
