-- A side that fails is not settled by the other one, unless that one stands before it and
-- decides, as WHICH does here.
-- expect: WHICH=1 verdict=rejected code=E502 line=11
-- expect: WHICH=2 verdict=rejected code=E502 line=12
-- expect: WHICH=3 verdict=rejected code=E502 line=13
-- expect: WHICH=4 verdict=rejected code=E502 line=14
-- expect: WHICH=5 verdict=rejected code=E502 line=15
const WHICH: 1;
function f(): 0..1; begin return 1; end;
const
  A: WHICH = 1 ? 0 * (1 / 0) : 0;
  B: WHICH = 2 & ((1 / 0 = 1) & false);
  C: WHICH = 3 ? f() * 0 * (9223372036854775807 * 2) : 0;
  D: WHICH = 4 ? f() * 0 / 0 : 0;
  E: WHICH = 5 ? 0 / (0 * f()) : 0;
var x: 0..0;
startstate begin x := 0; end;
rule begin x := 0; end;
