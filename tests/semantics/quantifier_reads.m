-- 5.3: an element beyond the deciding one may be undefined; one before it may not.
-- expect: verdict=violated kind=assertion code=R801 line=6
var a: array [0..3] of 0..3; b: boolean;
startstate begin a[1] := 1; b := false; end;
rule begin b := !b; assert exists i := 1 to 3 do a[i] = 1 end;
  assert exists i := 0 to 3 do a[i] = 1 end; end;
