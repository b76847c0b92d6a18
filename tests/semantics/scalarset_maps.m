-- 6.3: all partial maps on three values: 4^3 states, nine firings in each.
-- expect: verdict=holds states=64 rules=576 symmetry=off
type Q: scalarset(3);
var m: array [Q] of Q;
startstate begin undefine m; end;
ruleset i: Q; j: Q do rule begin m[i] := j; end; end;
