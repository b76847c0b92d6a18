-- What is reached for others is not reached for the value that a cover names.
-- found: NODE 3
type NODE: 1..4;
var in: array [NODE] of boolean; last: NODE;
startstate begin for n: NODE do in[n] := false; end; last := 1; end;
ruleset n: NODE do
  rule "enter" n != last & !in[n] ==> begin in[n] := true; end;
  rule "leave" in[n] ==> begin in[n] := false; end;
end;
cover "the first enters" in[1];
