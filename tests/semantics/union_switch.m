-- 4: switch on a union, cases of its members.
-- expect: verdict=holds states=4 rules=4
type P: scalarset(2); E: enum {one, two}; U: union {E, P};
var u: U; n: 0..3;
startstate begin undefine u; n := 0; end;
rule n = 0 ==> begin switch u case one: error "one"; else n := 1; end; u := one; end;
rule n = 1 ==> begin switch u case two: error "two"; case one: n := 2; end; u := two; end;
rule n = 2 ==> begin switch u case one: error "one"; case two: n := 3; end; undefine u; end;
rule n = 3 ==> begin n := 0; end;
