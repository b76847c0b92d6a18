-- 3: bounds within 2^62; the state holds 64-bit values.
-- expect: verdict=holds states=3 rules=3
const TOP: 4611686018427387904;
var v: -TOP..TOP; w: 0..TOP;
startstate begin v := TOP; w := 0; end;
rule v = TOP ==> begin v := -TOP; w := TOP; end;
rule v = -TOP ==> begin v := v + 1; w := -v; end;
rule v = -4611686018427387903 ==> begin assert w = TOP - 1; v := TOP; w := 0; end;
