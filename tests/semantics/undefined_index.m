-- 5.4: an undefined index is an error in every dialect.
-- expect: verdict=violated kind=assertion code=R801 line=7
-- expect: options="--undefined=strict" verdict=violated kind=assertion code=R801 line=7
-- expect: options="--undefined=lenient" verdict=violated kind=assertion code=R801 line=7
var i: 0..1; a: array [0..1] of boolean;
startstate begin clear a; end;
rule begin a[i] := true; end;
