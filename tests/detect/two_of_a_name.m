-- Values of one type that never meet are of two kinds.
-- found: Number 3, Number 3
type Number: 1..3;
var
  holder: Number;
  waits: array [Number] of boolean;
  colour: array [0..1] of Number;
  seen: array [Number] of boolean;

ruleset n: Number; m: Number do
  startstate
  begin
    holder := n;
    for p: Number do waits[p] := false; end;
    for p: Number do seen[p] := false; end;
    for k: 0..1 do colour[k] := m; end;
  end;
end;

ruleset n: Number do
  rule "wait" holder != n ==> begin waits[n] := true; end;
  rule "hold" waits[n] ==> begin waits[n] := false; holder := n; end;
  rule "paint" true ==> begin colour[0] := n; seen[n] := true; end;
end;

invariant "the holder does not wait" !waits[holder];
