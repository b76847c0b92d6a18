-- 5.5: the range is checked when a value goes into a bag.
-- expect: verdict=violated kind=assertion code=R802 line=6
var m: multiset [2] of 0..3; v: 0..9;
startstate begin v := 2; end;
-- 2, 3, then 4
rule begin multisetadd(v, m); v := v + 1; undefine m; end;
