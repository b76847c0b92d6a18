-- 5.6: a var parameter keeps its location through recursion.
-- expect: verdict=holds states=2 rules=2
var n: 0..9; b: boolean;
procedure up(var k: 0..9; times: 0..9); begin if times > 0 then k := k + 1; up(k, times - 1); end; end;
startstate begin n := 0; b := false; end;
rule begin up(n, 7); assert n = 7; n := 0; b := !b; end;
