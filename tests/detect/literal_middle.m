-- A rule names a value in the middle of the range: those below and above it are alike.
-- found: NODE 4
type NODE: 1..5;
var on: array [NODE] of boolean; at: NODE; far: array [NODE] of NODE;
startstate begin for n: NODE do on[n] := false; far[n] := 3; end; at := 3; end;
ruleset n: NODE do
  rule "on" !on[n] & at = 3 ==> begin on[n] := true; at := n; end;
  rule "back" at = n & n != 3 ==> begin far[n] := at; at := 3; end;
end;
rule "all" on[3] ==> begin for n: NODE do on[n] := n = 3; end; end;
invariant "four is never far" far[4] = 3;
invariant "five and one" !(on[5] & on[1] & at = 2);
invariant "three stays" far[3] = 3;
invariant "nobody is far" forall n: NODE do far[n] = 3 end;
invariant "three is off" !on[3];
