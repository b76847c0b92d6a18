-- 5.8: one firing that changes the state is enough; self-loops are counted.
-- expect: verdict=holds states=2 rules=6
var v: 0..1;
startstate begin v := 0; end;
rule begin v := v; end;
ruleset i: 0..1 do rule begin v := i; end; end;
