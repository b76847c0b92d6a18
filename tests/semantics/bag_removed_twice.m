-- 5.5: removing an element twice is an error.
-- expect: verdict=violated kind=assertion code=R807 line=5
var m: multiset [2] of 0..1;
startstate begin multisetadd(0, m); multisetadd(1, m); end;
choose i: m do rule begin multisetremove(i, m); multisetremove(i, m); end; end;
