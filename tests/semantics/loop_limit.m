-- 5.6: five rounds are within a limit of five.
-- expect: verdict=holds states=2 rules=2
-- expect: options="--loop-limit=5" verdict=holds states=2 rules=2
-- expect: options="--loop-limit=4" verdict=violated kind=assertion code=R809 line=10
var n: 0..5; b: boolean;
startstate begin b := false; n := 0; end;
rule begin
  n := 0;
  -- the loop
  while n < 5 do n := n + 1; end;
  assert n = 5; n := 0; b := !b;
end;
