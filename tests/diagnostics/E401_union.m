-- A scalarset is no member of the enum beside it in a union.
-- expect: verdict=rejected code=E401 line=5
type NODE: scalarset(2); Home: union {NODE, enum {Other}};
var n: NODE; h: Home;
rule n = Other ==> begin undefine n; end;
startstate begin undefine n; undefine h; end;
