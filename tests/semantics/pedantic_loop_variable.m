-- the loop goes on as if its private copy had not been changed.
-- expect: verdict=holds states=2 rules=2 code=W303 line=7
-- expect: options="--pedantic" verdict=rejected code=W303 line=7
var n: 0..9; b: boolean;
startstate begin b := false; n := 0; end;
rule begin
  for i: 0..3 do n := n + 1; i := 0; assert i = 0; end;
  assert n = 4; n := 0; b := !b;
end;
