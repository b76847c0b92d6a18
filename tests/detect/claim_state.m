-- A claim about one whole state names every value, and one that nothing takes.
-- found: DATA 2, NODE 3
type NODE: 1..3; DATA: 1..2;
var in: array [NODE] of boolean; held: array [NODE] of DATA; unused: array [NODE] of DATA; last: NODE;
ruleset d: DATA; n: NODE do
  startstate begin for m: NODE do in[m] := false; held[m] := d; end; last := n; end;
end;
ruleset n: NODE; d: DATA do
  rule "enter" !(exists m: NODE do in[m] end) ==> begin in[n] := true; held[n] := d; end;
  rule "leave" in[n] ==> begin in[n] := false; last := n; end;
end;
invariant "not here" !(in[1] & in[2] & !in[3] & held[1] = 1 & held[2] = 2 & held[3] = 1 & last = 3 & unused[1] = 2);
invariant "nor here" !(in[1] & !in[2] & !in[3] & held[1] = 1 & held[2] = 2 & held[3] = 1 & last = 3);
