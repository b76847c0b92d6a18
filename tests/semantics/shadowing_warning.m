-- a quantifier that hides an enclosing one is accepted with a warning.
-- expect: verdict=holds states=2 rules=2 code=W302 line=5
-- expect: options="--pedantic" verdict=rejected code=W302 line=5
var n: 0..99; b: boolean;
startstate begin n := 0; b := false; end; rule begin for i: 0..1 do for i: 5..7 do n := n + i; end; assert i <= 1; end; assert n = 36; n := 0; b := !b; end;
