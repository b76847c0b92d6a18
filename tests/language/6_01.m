-- 6.01: corner case of the language, in a model of its own
-- expect: verdict=holds states=64
type Q: scalarset(3);
var m: array [Q] of Q;
startstate begin undefine m; end;
ruleset i: Q; j: Q do rule begin m[i] := j; end; end;
