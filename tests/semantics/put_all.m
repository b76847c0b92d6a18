-- 5.6: `put` never affects a verdict.
-- expect: verdict=holds states=2 rules=2
-- expect: options="--put=all" verdict=holds states=2 rules=2 prints="tick"
-- expect: options="--put=off" verdict=holds states=2 rules=2
var b: boolean;
startstate begin b := false; end;
rule begin put "tick\n"; put b; b := !b; end;
