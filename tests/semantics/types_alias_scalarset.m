-- another name of a scalarset is the same type: 4 x 8 states; 8 x 6 + 24 x 3 firings.
-- expect: verdict=holds states=32 rules=120 symmetry=off
type Q: scalarset(3); Z: Q;
var l: Z; m: array [Q] of boolean;
startstate begin clear m; end;
ruleset i: Q do rule isundefined(l) ==> begin l := i; end; rule begin m[i] := !m[i]; end; end;
