-- An assumption that has an error for one process, which the representative calls by another name
-- than the run does.
-- expect: options=--deadlock=off verdict=violated kind=assertion
-- permuted: P
type P: scalarset(2);
var a: array [P] of 0..1;
function bad(g: 0..1): boolean; begin if g = 1 then error "wrong"; end; return true; end;
startstate begin for p: P do a[p] := 0; end; end;
ruleset p: P do rule "move" begin a[p] := 1; end; end;
ruleset q: P do assume bad(a[q]); end;
