-- 5.1: one start state for each instance: 3 x 2, and each has one way.
-- expect: verdict=holds states=6 rules=6
var v: 0..2; w: boolean;
ruleset i: 0..2; j: boolean do startstate begin v := i; w := j; end; end;
rule begin v := (v + 1) % 3; end;
