-- The one without a value comes last: no quantifier of a state that is reached comes so far.
-- expect: verdict=holds states=2
-- permuted: 
type P: scalarset(2);
var d: array[P] of boolean; x: 0..1; last: P;
startstate begin for q: P do last := q; d[q] := true; end; undefine d[last]; x := 0; end;
rule begin if exists p: P do d[p] end then x := 1 - x; end; end;
rule begin x := 1 - x; end;
