-- 5.7: what the firing did before it was discarded is undone.
-- expect: verdict=holds states=2
var v: 0..9; b: boolean;
startstate begin v := 0; b := false; end;
rule "lost" begin v := 7; assume b & !b; end;
rule "flip" begin b := !b; end;
invariant v = 0;
