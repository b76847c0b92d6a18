-- 6.02: corner case of the language, in a model of its own
-- expect: verdict=holds
type Q: scalarset(3); Z: Q;
var l: Z; m: array [Q] of boolean;
startstate begin clear m; end;
ruleset i: Q do rule isundefined(l) ==> begin l := i; end; rule begin m[i] := !m[i]; end; end;
