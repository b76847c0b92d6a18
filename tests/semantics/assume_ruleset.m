-- 5.7: in a ruleset every instance is assumed.
-- expect: verdict=holds states=2 rules=6
var a: array [0..1] of 0..1;
startstate begin a[0] := 0; a[1] := 1; end;
ruleset i: 0..1 do rule begin a[i] := 1 - a[i]; end; end;
rule begin a[0] := 1 - a[0]; a[1] := 1 - a[1]; end;
ruleset i: 0..1; j: 0..1 do assume i != j -> a[i] != a[j]; end;
