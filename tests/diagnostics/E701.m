-- expect: MISSING=1 verdict=rejected code=E701
-- expect: N=1x verdict=rejected code=E701
const N: 1;
var x: 0..N;
startstate begin x := 0; end;
rule begin x := N - x; end;
