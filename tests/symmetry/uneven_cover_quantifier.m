-- The same as uneven_cover.m with a quantifier in a guard, and a function in it.
-- expect: verdict=violated kind=cover
-- permuted: 
type P: scalarset(2);
var d: array[P] of boolean; x: 0..1; last: P;
function f(p: P): boolean; begin if d[p] then return true; end; cover "somebody before" true; return false; end;
startstate begin for q: P do last := q; d[q] := true; end; d[last] := false; x := 0; end;
rule exists p: P do f(p) end ==> begin x := 1 - x; end;
rule begin x := 1 - x; end;
