-- A loop of a start state prefers its last value; the claim about two values holds for any two.
-- found: DATA 2, NODE 3
type NODE: 1..3; DATA: 1..2;
var in: array [NODE] of boolean; memory: DATA; held: array [NODE] of DATA;
startstate begin for d: DATA do for n: NODE do in[n] := false; held[n] := d; end; memory := d; end; end;
ruleset n: NODE do
  rule "enter" !(exists m: NODE do in[m] end) ==> begin in[n] := true; held[n] := memory; end;
  rule "leave" in[n] ==> begin in[n] := false; memory := held[n]; end;
end;
ruleset n: NODE; d: DATA do rule "store" in[n] ==> begin held[n] := d; end; end;
invariant "not both" !(in[1] & in[2]);
invariant "one of two" memory = 1 | memory = 2;
