-- The search ends at the first failure, or goes on to the end.
-- expect: verdict=violated kind=invariant property="not two"
-- expect: options="--max-errors=0" verdict=violated kind=invariant property="not two" states=4 rules=4
var v: 0..3;
startstate begin v := 0; end;
rule begin v := (v + 1) % 4; end;
invariant "not three" v != 3;
invariant "not two" v != 2;
