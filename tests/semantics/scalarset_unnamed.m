-- 4, W309: an unnamed scalarset is accepted, with a warning.
-- expect: verdict=holds states=2 rules=2 code=W309 line=3
var p: array [scalarset(2)] of 0..1; b: boolean;
startstate begin clear p; b := false; end;
rule begin b := !b; end;
