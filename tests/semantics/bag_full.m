-- 5.5: a bag of three holds three.
-- expect: MOST=3 verdict=holds states=4 rules=4
-- expect: MOST=4 verdict=violated kind=assertion code=R806 line=7
const MOST: 3;
var m: multiset [3] of 0..0;
startstate begin end;
rule multisetcount(i: m, true) < MOST ==> begin multisetadd(0, m); end;
rule multisetcount(i: m, true) = MOST ==> begin undefine m; end;
