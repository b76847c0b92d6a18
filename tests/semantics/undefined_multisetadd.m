-- 5.4: multisetadd passes undefined enums on, and reads integers.
-- expect: INTEGER=false verdict=holds states=2 rules=2
-- expect: INTEGER=true verdict=violated kind=assertion code=R801 line=12
-- expect: INTEGER=true options="--undefined=lenient" verdict=holds states=2 rules=2
-- expect: INTEGER=false options="--undefined=strict" verdict=violated kind=assertion code=R801 line=13
const INTEGER: false;
type E: enum {one, two};
var e: E; n: 0..3; me: multiset [2] of E; mn: multiset [2] of 0..3; b: boolean;
startstate begin b := false; end;
rule begin
  undefine me; undefine mn;
  if INTEGER then multisetadd(n, mn); assert multisetcount(i: mn, isundefined(mn[i])) = 1; 
  else multisetadd(e, me); assert multisetcount(i: me, isundefined(me[i])) = 1; end;
  undefine me; undefine mn; b := !b;
end;
