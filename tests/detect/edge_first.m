-- `<=` tells the first process apart from the others, and nothing else.
-- found: NODE 3
type NODE: 1..4;
var on: array [NODE] of boolean; at: NODE; beside: boolean;
startstate begin for n: NODE do on[n] := false; end; at := 1; beside := false; end;
ruleset n: NODE do
  rule "go" at <= 1 & 1 < n & !on[n] ==> begin at := n; on[n] := true; end;
  rule "back" at = n & n >= 2 ==> begin at := 1; end;
  rule "off" !(n > 1) & !beside ==> begin beside := true; for m: NODE do if m > 1 then on[m] := false; end; end; end;
end;
invariant "first is off" !on[1];
invariant "three and four" !(on[3] & on[4] & at = 2);
invariant "beside" beside -> exists n: NODE do !on[n] & n > 1 end;
