-- A quantifier that stops early skips an undefined read in one order only.
-- expect: verdict=violated kind=assertion
-- permuted: P
type P: scalarset(2);
var d: array [P] of boolean; x: boolean;
startstate begin undefine d; x := false; end;
ruleset i: P do rule "set" begin d[i] := true; end; end;
rule "drop" begin undefine d; end;
rule "ask" (exists i: P do !isundefined(d[i]) end) & (exists i: P do d[i] end) ==> begin x := !x; end;
