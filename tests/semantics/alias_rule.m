-- 5.2: aliases of rules are evaluated before the guard and again before the body.
-- expect: verdict=holds states=4 rules=4
var a: array [0..3] of 0..3; i: 0..3;
startstate begin i := 0; for k: 0..3 do a[k] := 3 - k; end; end;
ruleset k: 0..0 do
  alias here: a[i]; twice: here * 2; j: i do
    rule here + j = 3 & twice = 2 * (3 - i) ==> begin j := (j + 1) % 4; assert here = 3 - ((i + 3) % 4); end;
  end;
end;
