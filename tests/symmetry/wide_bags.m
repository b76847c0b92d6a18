-- Points with many cells, multisets without names among them.
-- expect: options=--deadlock=off verdict=holds
-- permuted: P
type P: scalarset(2); R: record v: 0..1; end;
var s: array[P] of array[0..99] of 0..1; c: 0..6; nets: array[P] of multiset[2] of R; pp: array[P] of P;
startstate begin c := 0; for p: P do s[p][1] := 1; end; end;

ruleset p: P do
rule "r2" c < 2 ==> var l: R; begin if multisetcount(u: nets[p], true) < 2 then l.v := 0; multisetadd(l, nets[p]); end; c := c + 1; end;
end;
