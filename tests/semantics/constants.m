-- 3: constants are folded lazily; -D replaces a value before that.
-- expect: verdict=holds states=2 rules=2
-- expect: N=10 verdict=holds states=2 rules=2
-- expect: N=5 verdict=violated kind=assertion
-- expect: B=false verdict=holds
-- expect: E1=two verdict=holds
-- expect: E1=three verdict=rejected code=E701
-- expect: MISSING=1 verdict=rejected code=E701
const N: 0; B: N != 0 & 10 / N = 1; M: N * 2 + 1; C: N = 0 ? 7 : 8;
type E: enum {one, two};
const E1: one;
var b: boolean; a: array [0..M] of 0..C; e: E;
startstate begin b := false; clear a; e := E1; end;
rule begin assert B = (N = 10); assert C = (N = 0 ? 7 : 8) & M = 2 * N + 1; if N = 5 then error "five"; end; b := !b; end;
