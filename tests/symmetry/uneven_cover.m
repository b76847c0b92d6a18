-- Who is left out comes last: no state that is reached has a round before the one that returns.
-- The cover of such a round must not count, though the images of the start state have some.
-- expect: verdict=violated kind=cover
-- permuted: 
type P: scalarset(2);
var d: array[P] of boolean; x: 0..1; last: P;
function f(): 0..1;
begin for p: P do if d[p] then return 1 - x; else cover "a round before" true; end; end; return 0; end;
startstate begin for q: P do last := q; d[q] := true; end; d[last] := false; x := 0; end;
rule begin x := f(); x := 1 - x; end;
rule begin x := 1 - x; end;
