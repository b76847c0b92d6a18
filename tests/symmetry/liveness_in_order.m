-- Claims are judged in the order of the model, whether permutations move them or not: the first one cannot
-- be evaluated, the second one is false. In all modes the error is named first.
-- expect: verdict=violated kind=assertion code=R801
-- expect: options="--max-errors=2" verdict=violated kind=assertion code=R801
-- expect: options="--max-errors=0" verdict=violated kind=assertion code=R801
-- permuted: P
type P: scalarset(2);
var d: array [P] of boolean; t: boolean;
startstate begin undefine d; t := false; end;
rule "tick" begin t := !t; end;
ruleset p: P do liveness "a" d[p]; end;
liveness "b" t & !t;
