-- What stands behind a comparison fails for one order of two values, and nothing shows it but the error.
-- found: NODE 3
type NODE: 1..3;
var on: array [NODE] of boolean; link: array [NODE] of NODE;
startstate begin for n: NODE do on[n] := false; undefine link[n]; end; end;
ruleset n: NODE do rule "on" begin on[n] := !on[n]; end; end;
invariant "rescued" (forall a: NODE do forall b: NODE do a < b & link[a] = b end end) | true;
