-- Two values on each side of the comparison: it names none, and they are not alike.
-- found:
type NODE: 1..4;
var on: array [NODE] of boolean; at: NODE;
startstate begin for n: NODE do on[n] := false; end; at := 2; end;
ruleset n: NODE do
  rule "up" n >= 3 & at != n ==> begin at := n; on[n] := true; end;
  rule "one" at = 4 & n = 1 ==> begin at := n; end;
end;
invariant "two" !(at = 3 & on[4]);
invariant "four" !(at = 4 & on[3]);
