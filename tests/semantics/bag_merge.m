-- 6.1: slot order is no part of the state: 1 + 2 + 3 bags, 2 + 4 + 3 firings.
-- expect: verdict=holds states=6 rules=9
var m: multiset [2] of 0..1;
startstate begin undefine m; end;
ruleset v: 0..1 do rule multisetcount(i: m, true) < 2 ==> begin multisetadd(v, m); end; end;
rule multisetcount(i: m, true) = 2 ==> begin undefine m; end;
