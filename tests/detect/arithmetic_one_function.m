-- Values are computed with in one function alone, which a rule calls for one array.
-- found:
type NODE: 0..2;
var seen: array [NODE] of boolean; at: NODE;
function next(n: NODE): NODE; begin return (n + 1) % 3; end;
startstate begin for n: NODE do seen[n] := false; end; at := 0; end;
rule "step" !seen[at] ==> begin seen[at] := true; at := next(at); end;
rule "stay" begin at := at; end;
invariant "not all" exists n: NODE do !seen[n] end;
invariant "one before two" seen[2] -> seen[1];
