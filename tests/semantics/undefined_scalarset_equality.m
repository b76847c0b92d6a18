-- 5.4: undefined equals undefined and nothing else, for scalarsets; strict makes it an error.
-- expect: verdict=holds states=2 rules=2
-- expect: options="--undefined=lenient" verdict=holds
-- expect: options="--undefined=strict" verdict=violated kind=assertion code=R801 line=9
type P: scalarset(2);
var p, q: P; b: boolean;
startstate begin b := false; end;
rule begin
  assert p = q; assert !(p != q);
  for i: P do assert p != i; assert !(i = p); end;
  b := !b;
end;
