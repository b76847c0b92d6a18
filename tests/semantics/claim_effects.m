-- and what a claim changes as well.
-- expect: verdict=holds states=2 rules=2 code=W304
var n: 0..9; b: boolean;
function bump(): boolean; begin n := n + 1; return n = 1; end;
startstate begin n := 0; b := false; end;
rule begin b := !b; end;
invariant bump();
invariant bump() & n = 1;
invariant n = 0;
