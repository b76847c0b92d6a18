-- 5.6: the first case that matches, no fall-through, else `else`, else nothing.
-- expect: verdict=holds states=2 rules=2
type E: enum {red, green, blue};
var e: E; n, k: 0..9; b: boolean;
startstate begin e := red; n := 0; k := 2; b := false; end;
rule begin
  switch e case red: n := 1; case red, green: n := 2; else n := 3; end; assert n = 1;
  e := green; switch e case red: n := 1; case blue, green: n := 2; else n := 3; end; assert n = 2;
  e := blue; switch e case red: n := 1; else n := 3; end; assert n = 3; switch e case red: n := 9; end; assert n = 3;
  switch n case k: n := 7; case k + 1: n := 8; case 3: n := 9; end; assert n = 8; switch b case true: case false: end;
  e := red; n := 0; b := !b;
end;
