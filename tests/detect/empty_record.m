-- A record without fields is beside what counts.
-- found: NODE 3
type NODE: 1..3; NOTHING: record end;
var full: array [NODE] of boolean; nothing: array [NODE] of NOTHING;
startstate begin for n: NODE do full[n] := false; end; end;
ruleset n: NODE do rule "turn" begin full[n] := !full[n]; nothing[n] := nothing[n]; end; end;
invariant "not all" !forall n: NODE do full[n] end;
