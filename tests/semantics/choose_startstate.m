-- 5.1: a choose around a startstate: every bag is empty then, so there is no instance.
-- expect: verdict=holds states=2 rules=2
var m: multiset [2] of 0..1; v: 0..3;
startstate begin v := 0; end;
choose i: m do startstate begin v := 3; end; end;
rule begin v := v = 0 ? 1 : 0; end;
invariant v < 2;
