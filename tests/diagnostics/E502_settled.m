-- A side that fails is not settled by the other one, unless that one stands before it and
-- decides, as CASE does here.
-- expect: CASE=1 verdict=rejected code=E502 line=12
-- expect: CASE=2 verdict=rejected code=E502 line=13
-- expect: CASE=3 verdict=rejected code=E502 line=14
-- expect: CASE=4 verdict=rejected code=E502 line=15
-- expect: CASE=5 verdict=rejected code=E502 line=16
-- expect: CASE=6 verdict=holds states=1 rules=1
const CASE: 6;
function f(): 0..1; begin return 1; end;
const
  A: CASE = 1 ? 0 * (1 / 0) : 0;
  B: CASE = 2 & ((1 / 0 = 1) & false);
  C: CASE = 3 ? f() * 0 * (9223372036854775807 * 2) : 0;
  D: CASE = 4 ? f() * 0 / 0 : 0;
  E: CASE = 5 ? 0 / (0 * f()) : 0;
var x: 0..0;
startstate begin x := 0; end;
rule begin x := 0; end;
