-- what a guard changes is dropped before the body runs.
-- expect: verdict=holds states=2 rules=2 code=W304
var n: 0..9; b: boolean;
function bump(): boolean; begin n := n + 1; return n = 1; end;
startstate begin n := 0; b := false; end;
rule bump() ==> begin assert n = 0; b := !b; end;
invariant n = 0;
