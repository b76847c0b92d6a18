-- A state whose evaluation is assumed away fulfils a liveness claim: x = 2, x = 3.
-- expect: verdict=holds states=4 rules=4 options="--compile=never"
-- expect: verdict=holds states=4 rules=4 options="--compile=always"
var x: 0..3;
function g(i: 0..3): boolean; begin assume x < i; return false; end;
startstate begin x := 0; end;
rule begin x := (x + 1) % 4; end;
liveness g(2);
ruleset i: 1..2 do liveness g(i); end;
