-- unions of one member and of unions; the latter are flattened.
-- expect: verdict=holds states=7 rules=49
type P: scalarset(3); E: enum {one, two}; F: enum {red, blue};
type U: union {P}; W: union {U, E}; X: union {W, F};
var x: X;
startstate begin x := red; end;
ruleset i: X do rule begin x := i; end; end;
