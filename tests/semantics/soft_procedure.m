-- 1: a procedure called like a soft keyword wins in its place.
-- expect: verdict=holds states=2 rules=2
var n: 0..1;
procedure cover(k: 0..1); begin n := k; end;
startstate begin cover(0); end;
rule begin cover(1 - n); end;
