-- integers are computed in 64 bits, checked.
-- expect: STEP=4611686018427387903 verdict=holds states=2 rules=2
-- expect: STEP=4611686018427387904 verdict=violated kind=assertion code=R805 line=6
const STEP: 4611686018427387903;
var v: 0..STEP; b: boolean;
startstate begin b := false; v := STEP; end; rule begin assert v + v > 0; b := !b; end;
