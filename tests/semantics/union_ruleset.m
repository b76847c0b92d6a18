-- 5.2: one instance for each value of each member; u may also start undefined.
-- expect: verdict=holds states=6 rules=30
type P: scalarset(3); E: enum {one, two}; U: union {P, E};
var u: U;
startstate begin undefine u; end;
ruleset i: U do rule begin u := i; end; end;
