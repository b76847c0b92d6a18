-- 2: & | ^ ~ on integers, with their precedence.
-- expect: verdict=holds states=2 rules=2
var v, w: 0..15; b: boolean;
startstate begin b := false; v := 12; w := 10; end;
rule begin
  assert (v & w) = 8 & (v | w) = 14 & (v ^ w) = 6 & ~v = -13 & ~~v = v & -~0 = 1;
  assert (1 | 2 ^ 3 & 2) = 1 & (4 | 1 & 3) = 5; b := !b;
end;
