-- 5.4: an element of integer type is read, unless copies are lenient.
-- expect: verdict=violated kind=assertion code=R801 line=7
-- expect: options="--undefined=strict" verdict=violated kind=assertion code=R801 line=7
-- expect: options="--undefined=lenient" verdict=holds states=2 rules=2
var x: 0..1; a: array [boolean] of 0..1; b: boolean;
startstate begin b := false; end;
rule begin x := a[true]; b := !b; end;
