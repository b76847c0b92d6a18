-- A start state names a value, and so does a claim, which holds for any two: nothing is kept apart.
-- found: NODE 3
type NODE: 1..3;
var in: array [NODE] of boolean; last: NODE;
startstate begin for n: NODE do in[n] := false; end; last := 1; end;
ruleset n: NODE do
  rule "enter" n != last & !(exists m: NODE do in[m] end) ==> begin in[n] := true; end;
  rule "leave" in[n] ==> begin in[n] := false; last := n; end;
end;
invariant "not both" !(in[1] & in[2]);
