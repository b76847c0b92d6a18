-- 4: rulesets over constant bounds, with a step; an empty one has no instance.
-- expect: verdict=holds states=3 rules=9
var v: 0..9;
startstate begin v := 5; end;
ruleset i := 5 to 1 by -2 do rule begin v := i; end; end;
ruleset i := 3 to 1 do rule begin error "no instance"; end; end;
ruleset i := 1 to 5 by 2 do invariant v = 1 | v = 3 | v = 5; end;
