-- The same as uneven_skipped.m with an error behind the round that returns.
-- expect: verdict=holds states=2
-- permuted: 
type P: scalarset(2);
var d: array[P] of boolean; x: 0..1; last: P;
function f(): boolean;
begin for p: P do if d[p] then return true; end; error "nobody before"; end; return false; end;
startstate begin for q: P do last := q; d[q] := true; end; d[last] := false; x := 0; end;
rule begin if f() then x := 1 - x; end; end;
