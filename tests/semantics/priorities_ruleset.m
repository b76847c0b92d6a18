-- 5.2: the number belongs to every instance of a ruleset.
-- expect: verdict=holds states=4 rules=6
-- expect: options="--priorities=off" verdict=holds states=4 rules=8
var v: 0..3;
startstate begin v := 0; end;
ruleset i: 1..3 do
  rule 5 "jump" v = 0 ==> begin v := i; end;
end;
rule 7 "stay" v <= 1 ==> begin v := v; end;
rule 5 v > 0 ==> begin v := 0; end;
