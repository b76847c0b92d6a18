-- two scalarsets of equal size may meet, with a warning.
-- expect: verdict=holds states=3 rules=9 code=W306
type P: scalarset(3); Q: scalarset(3);
var q: Q;
ruleset i: P do startstate begin q := i; end; end;
ruleset i: P do rule begin q := i; end; end;
