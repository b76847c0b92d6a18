-- 5.3: division truncates toward zero; the remainder takes the sign of the dividend.
-- expect: verdict=holds states=2 rules=2
var v: -9..9; b: boolean;
startstate begin b := false; v := 7; end;
rule begin
  assert v / 2 = 3 & -v / 2 = -3 & v / -2 = -3 & -v / -2 = 3 & v % 2 = 1 & -v % 2 = -1 & v % -2 = 1 & -v % -2 = -1;
  assert 2 + v * 2 - 1 = 15 & 20 / 2 / 5 = 2 & 20 - 2 - 5 = 13 & - v + 8 = 1; b := !b;
end;
