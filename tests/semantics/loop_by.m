-- 5.6: the step decides the direction; the wrong direction means no iteration.
-- expect: verdict=holds states=2 rules=2
var n: 0..99; s: 0..9; b: boolean;
startstate begin n := 0; b := false; s := 2; end;
rule begin
  for i := 5 to 0 by -2 do n := n * 10 % 90 + i; end; assert n = (5 * 10 % 90 + 3) * 10 % 90 + 1;
  n := 0; for i := 0 to 5 by -1 do n := n + 1; end; for i := 5 to 0 do n := n + 1; end; assert n = 0;
  for i := 5 to 0 by s do n := n + 1; end; assert n = 0; for i := 0 to 5 by s do n := n + 1; end; assert n = 3;
  n := 0; for i := 3 to 3 do n := n + i; end; for i := 3 to 3 by -7 do n := n + i; end; assert n = 6; n := 0; b := !b;
end;
