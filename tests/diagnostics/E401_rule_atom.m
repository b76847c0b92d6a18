-- expect: verdict=rejected code=E401 line=6
type P: scalarset(2);
var x: array [P] of boolean;
startstate begin for p: P do x[p] := false; end; end;
ruleset p: P do rule "set" begin x[p] := true; end; end;
ltl "no process" <> taken("set", 1);
