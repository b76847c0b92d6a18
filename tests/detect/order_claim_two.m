-- One of two is on: the run to one claim has to be told with the other one.
-- found: NODE 2
type NODE: 1..2;
var on: array [NODE] of boolean;
startstate begin for n: NODE do on[n] := false; end; end;
ruleset n: NODE do rule "on" !on[n] ==> begin on[n] := true; end; rule "off" on[n] ==> begin on[n] := false; end; end;
invariant "not the lesser" forall a: NODE do forall b: NODE do a < b -> !on[a] | on[b] end end;
invariant "not the greater" forall a: NODE do forall b: NODE do a > b -> !on[a] | on[b] end end;
ruleset a: NODE; b: NODE do invariant "parameters" a < b -> !on[b] | on[a]; end;
