-- A claim about steps names two values: that they are different is one more condition, which is about states.
-- found: P 4
type P: 1..4;
var a: array [P] of boolean; last: 0..4;
startstate begin for q: P do a[q] := false; end; last := 0; end;
ruleset p: P do
  rule "take" !a[p] ==> begin a[p] := true; last := p; end;
  rule "give" a[p] ==> begin a[p] := false; last := 0; end;
end;
ltl "a" [] (taken("take", 1) -> a[1] | a[2]);
