-- the same for the parameter of a rule.
-- expect: verdict=holds states=3 rules=9 code=W303
var v: 0..2;
startstate begin v := 0; end;
ruleset i: 0..2 do rule begin v := i; i := 0; end; end;
