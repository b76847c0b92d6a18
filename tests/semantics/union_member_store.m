-- a union value of another member cannot be stored into a member.
-- expect: verdict=violated kind=assertion code=R811 line=6
type P: scalarset(2); E: enum {one, two}; U: union {P, E};
var u: U; e: E;
startstate begin undefine u; end;
ruleset p: P do rule begin u := p; e := u; end; end;
