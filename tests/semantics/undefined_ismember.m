-- 5.4: an undefined union is a member of nothing.
-- expect: verdict=holds states=2 rules=2
type P: scalarset(2); E: enum {one, two}; U: union {P, E};
var u: U; b: boolean;
startstate begin b := false; end;
rule begin assert !ismember(u, P) & !ismember(u, E) & isundefined(u); b := !b; end;
