-- A firing that an assumption discards never was: neither are its covers. Those of its guard, and those before an
-- error, count.
-- expect: verdict=violated kind=cover
-- expect: K=2 verdict=holds
-- expect: K=3 options="--max-errors=0" verdict=violated kind=assertion
-- expect: K=4 verdict=holds
-- expect: K=5 verdict=violated kind=cover
const K: 1;
var n: 0..3;
function seen(): boolean; begin cover "c" n > 0; return true; end;
startstate begin n := 1; if K = 5 then assert seen(); assume false; end; end;
startstate begin n := 0; end;
rule n < 3 ==> begin n := n + 1; if K = 2 & n = 2 then assert seen(); end; end;
rule "back" n = 3 ==> begin n := 0; end;
rule "discarded" K = 1 & n = 2 ==> begin assert seen(); assume n = 1; end;
rule "wrong" K = 3 & n = 2 ==> begin assert seen(); error "wrong"; end;
rule "guard" K = 4 & n = 2 & seen() ==> begin assume false; end;
