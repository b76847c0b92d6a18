-- 5.6: a loop over a union runs through its members.
-- expect: verdict=holds states=2 rules=2
type E: enum {one, two}; F: enum {red, blue}; U: union {E, F};
var n: 0..9; b: boolean;
startstate begin b := false; n := 0; end;
rule begin
  n := 0;
  for i: U do
    switch n case 0: assert i = one; case 1: assert i = two; case 2: assert i = red; case 3: assert i = blue; end;
    n := n + 1;
  end;
  assert n = 4; n := 0; b := !b;
end;
