-- A comparison hides an error, for one order of two values; the run that meets it is told with that order.
-- found:
type NODE: 1..3;
var on: array [NODE] of boolean; link: array [NODE] of NODE;
startstate begin for n: NODE do on[n] := false; link[n] := n; end; end;
ruleset n: NODE; m: NODE do rule "on" n != m & !on[n] ==> begin on[n] := true; on[m] := true; undefine link[n]; end; end;
rule "stay" begin on := on; end;
invariant "linked" forall a: NODE do forall b: NODE do on[a] & on[b] & a < b -> link[b] = b end end;
