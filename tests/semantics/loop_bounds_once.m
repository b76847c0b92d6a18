-- 5.6: bounds and step are evaluated once.
-- expect: verdict=holds states=2 rules=2
var lo, hi, n: 0..9; b: boolean;
startstate begin lo := 0; hi := 3; n := 0; b := false; end;
rule begin
  for i := lo to hi do hi := 9; lo := 5; n := n + 1; end; assert n = 4; lo := 0; hi := 3; n := 0; b := !b;
end;
