-- 5.6: an alias of a designator is a location, fixed on entry; of anything else a value.
-- expect: verdict=holds states=2 rules=2
var a: array [0..3] of 0..9; i: 0..3; b: boolean;
startstate begin clear a; i := 1; b := false; end;
rule begin
  alias l: a[i]; v: a[i] + 0; w: i + 1; deep: l do
    i := 3; l := 7; assert a[1] = 7 & l = 7 & v = 0 & w = 2 & a[3] = 0; deep := 8; assert l = 8;
  end;
  i := 1; clear a; b := !b;
end;
