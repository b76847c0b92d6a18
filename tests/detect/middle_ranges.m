-- 2 of 1..4 is named, and 0..4 and 1..4 hold values of one kind.
-- found: NODE 3
type NODE: 1..4; MAYBE: 0..4;
var who: MAYBE; next: array [NODE] of MAYBE; n_: 0..2;
startstate begin who := 0; for n: NODE do next[n] := 0; end; n_ := 0; end;
ruleset n: NODE do
  rule "take" who = 0 ==> begin who := n; end;
  rule "link" who = n & n != 2 & n_ < 2 ==> begin next[n] := 2; next[2] := n; n_ := n_ + 1; end;
  rule "drop" who = n ==> begin who := next[n] = 2 ? 2 : 0; end;
end;
invariant "four" !(next[4] = 2 & next[1] = 2 & who = 2);
invariant "two points" next[2] != 2;
