-- 5.6: loops end at the largest and smallest integers, without overflow.
-- expect: verdict=holds states=2 rules=2
var n: 0..9; b: boolean;
startstate begin n := 0; b := false; end;
rule begin
  for i := 9223372036854775806 to 9223372036854775807 do n := n + 1; end; assert n = 2;
  for i := -9223372036854775806 to -9223372036854775807 by -1 do n := n + 1; end; assert n = 4;
  for i := 0 to 9223372036854775807 by 9223372036854775807 do n := n + 1; end; assert n = 6; n := 0; b := !b;
end;
