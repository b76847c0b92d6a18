-- 5.3: negative amounts shift the other way, large ones give 0, right shift is arithmetic.
-- expect: verdict=holds states=2 rules=2
var k: -99..99; b: boolean;
startstate begin b := false; k := 0; end;
rule begin
  k := 3; assert 1 << k = 8 & 9 >> 1 = 4 & -8 >> 1 = -4 & -1 >> k = -1 & 1 << 2 + 1 = 8;
  k := -2; assert 8 << k = 2 & 2 >> k = 8; k := 64; assert 1 << k = 0 & 5 >> k = 0 & -5 >> k = 0 & -1 >> 63 = -1;
  k := -64; assert -5 << k = 0; k := 0; assert 5 << k = 5;
  b := !b;
end;
