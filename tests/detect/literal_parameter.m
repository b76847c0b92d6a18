-- The literal comes in as an argument of a procedure.
-- found: NODE 3
type NODE: 1..4;
var mark: array [NODE] of boolean; count: 0..4;
procedure put_mark(n: NODE); begin if !mark[n] then mark[n] := true; count := count + 1; end; end;
startstate begin for n: NODE do mark[n] := false; end; count := 0; end;
rule "first" begin put_mark(1); end;
ruleset n: NODE do rule "others" mark[1] ==> begin put_mark(n); end; end;
invariant "fewer than four" count < 4;
