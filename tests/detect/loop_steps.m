-- A loop in steps takes some values and not others.
-- found:
type NODE: 1..4;
var mark: array [NODE] of boolean;
startstate begin for n: NODE do mark[n] := false; end; end;
rule "every other" begin for n := 1 to 4 by 2 do mark[n] := true; end; end;
ruleset n: NODE do rule "off" mark[n] ==> begin mark[n] := false; end; end;
invariant "two stays" !mark[2];
invariant "three stays" !mark[3];
