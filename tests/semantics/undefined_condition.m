-- 5.4: an undefined condition is read, in every dialect.
-- expect: verdict=violated kind=assertion code=R801 line=6
-- expect: options="--undefined=lenient" verdict=violated kind=assertion code=R801 line=6
var b, c: boolean;
startstate begin b := false; end;
rule begin if c then b := true; end; end;
