-- A claim that names a value holds for that alone: all images of it fail, which says nothing.
-- found: NODE 3
type NODE: 1..4;
var in: array [NODE] of boolean; last: NODE;
startstate begin for n: NODE do in[n] := false; end; last := 1; end;
ruleset n: NODE do
  rule "enter" n != last & !in[n] ==> begin in[n] := true; end;
  rule "leave" in[n] ==> begin in[n] := false; end;
end;
invariant "the first stays out" !in[1];
