-- Two rules look both ways, a third tells one direction: rotations only.
-- found: P 5
type P: 0..4;
var on: array [P] of boolean; steps: array [P] of 0..1;
startstate begin for p: P do on[p] := false; steps[p] := 0; end; end;
ruleset p: P do
  rule "on" !on[(p + 4) % 5] & !on[(p + 1) % 5] ==> begin on[p] := true; end;
  rule "off" on[p] ==> begin on[p] := false; end;
  rule "step" on[p] & steps[(p + 1) % 5] = 0 ==> begin steps[(p + 1) % 5] := 1; steps[p] := 0; end;
end;
invariant "not here and there" forall p: P do !(on[p] & on[(p + 1) % 5]) end;
