-- The end of a loop is a variable.
-- found:
type NODE: 1..3;
var mark: array [NODE] of boolean; n: NODE;
startstate begin for i: NODE do mark[i] := false; end; n := 1; end;
ruleset m: NODE do rule "set" begin n := m; end; end;
rule "mark" begin for i := 1 to n do mark[i] := true; end; end;
invariant "three after two" mark[3] -> mark[2];
invariant "never three" !mark[3];
