-- 5.7: a startstate can be discarded by a statement.
-- expect: verdict=holds states=2 rules=4
var v: 0..3;
ruleset i: 0..3 do startstate begin assume i % 2 = 0; v := i; end; end;
rule begin v := v = 0 ? 2 : 0; end;
rule begin v := v; end;
invariant v != 1 & v != 3;
