-- Of one claim the first instances are false and others cannot be evaluated: the error counts in all modes.
-- expect: verdict=violated kind=assertion code=R801
-- expect: options="--max-errors=0" verdict=violated kind=assertion code=R801
-- permuted: P
type P: scalarset(3);
var d: array [P] of array [P] of boolean; t: boolean;
startstate begin undefine d; for p: P do d[p][p] := false; end; t := false; end;
rule "tick" begin t := !t; end;
ruleset p: P; q: P do liveness "a" d[p][q]; end;
