-- 5.52: corner case of the language, in a model of its own
-- expect: verdict=holds
type Q: scalarset(2);
var v: Q;
ruleset i: Q do startstate begin v := i; end; end;
ruleset i: Q do rule i != v ==> begin v := i; end; end;
