-- The literal is in a function that a rule calls.
-- found:
type NODE: 1..3;
var mark: array [NODE] of boolean;
function favourite(): NODE; begin return 3; end;
startstate begin for n: NODE do mark[n] := false; end; end;
ruleset n: NODE do rule "mark" !mark[favourite()] & n != favourite() ==> begin mark[n] := true; end; end;
rule "me" begin mark[favourite()] := true; end;
rule "two" mark[1] & !mark[2] ==> begin mark[2] := true; end;
invariant "not all" exists n: NODE do !mark[n] end;
