-- 5.7: invariants hold in initial states too.
-- expect: verdict=violated kind=invariant property="small"
var v: 0..3;
ruleset i: 0..3 do startstate begin v := i; end; end;
rule begin v := 3 - v; end;
invariant "small" v < 3;
