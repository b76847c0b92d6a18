-- `clear` of a union gives the first value of its first member.
-- expect: verdict=holds states=2 rules=2
type E: enum {one, two}; P: scalarset(2); U: union {E, P};
var u: U; b: boolean;
startstate begin b := false; clear u; end;
rule begin u := two; assert u = two; clear u; assert u = one & u != two; b := !b; end;
