-- A cover statement that a guard comes to is met only if there is an instance, and only
-- if all that stands before it is true; but whatever stands behind it.
-- expect: verdict=violated kind=cover property="none" states=4 rules=4 options="--compile=never --max-errors=0"
-- expect: verdict=violated kind=cover property="none" states=4 rules=4 options="--compile=always --max-errors=0"
type E: enum {};
var x: 0..3; m: multiset [2] of 0..3;
function none(): boolean; begin cover "none" true; return true; end;
function empty(): boolean; begin cover "empty" true; return true; end;
function chosen(i: 0..3): boolean; begin cover "chosen" i = x; return true; end;
function before(): boolean; begin cover "before" true; return true; end;
function named(): boolean; begin cover "named" true; return true; end;
startstate begin x := 0; undefine m; end;
rule "step" begin x := (x + 1) % 4; end;
ruleset e := 3 to 1 do rule none() ==> begin x := 1; end; end;
ruleset e: E do rule empty() ==> begin x := 1; end; end;
choose k: m do rule forall i: 0..3 do chosen(i) end ==> begin x := 1; end; end;
ruleset j: 0..2 do rule before() & x > 4 ==> begin x := 1; end; end;
alias z: named() do rule x > 4 & z ==> begin x := 1; end; end;
