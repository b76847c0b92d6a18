-- A loop over a part of the values cuts them.
-- found: NODE 2, NODE 2
type NODE: 1..4;
var mark: array [NODE] of boolean;
startstate begin for n: NODE do mark[n] := false; end; end;
rule "some" begin for n := 3 to 4 do mark[n] := true; end; end;
ruleset n: NODE do rule "off" mark[n] ==> begin mark[n] := false; end; end;
invariant "two stays" !mark[2];
invariant "three stays" !mark[3];
