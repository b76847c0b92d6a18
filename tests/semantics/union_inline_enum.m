-- 3: an inline enum as a member.
-- expect: verdict=holds states=5 rules=25
type P: scalarset(2); U: union {P, enum {none, some, all}};
var u: U;
startstate begin u := none; end;
ruleset i: U do rule begin u := i; end; end;
cover u = all;
