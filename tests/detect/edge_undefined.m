-- Compared by size before it has a value: an error, in the view as in the model.
-- found: NODE 2
type NODE: 1..2; HOLDER: 0..2;
var holder: HOLDER; on: array [NODE] of boolean;
startstate begin for n: NODE do on[n] := false; end; end;
ruleset n: NODE do
  rule "on" !on[n] ==> begin on[n] := true; end;
  rule "take" on[n] & forall m: NODE do on[m] end & holder > 0 ==> begin holder := n; end;
end;
