-- 5.6: down(3) calls itself to a depth of four.
-- expect: verdict=holds states=2 rules=2
-- expect: options="--call-depth=4" verdict=holds states=2 rules=2
-- expect: options="--call-depth=3" verdict=violated kind=assertion code=R810
var b: boolean;
function down(n: 0..9): 0..9; begin if n = 0 then return 0; end; return down(n - 1) + 1; end;
startstate begin b := false; end;
rule begin assert down(3) = 3; b := !b; end;
