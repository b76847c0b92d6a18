-- A path of four by a function with a case for each: it can only be turned round.
-- found: C 4
type C: 1..4;
var on: array [C] of boolean;
function adjacent(a: C; b: C): boolean;
begin
  switch a
  case 1: return b = 2;
  case 2: return b = 1 | b = 3;
  case 3: return b = 2 | b = 4;
  case 4: return b = 3;
  end;
end;
startstate begin for c: C do on[c] := false; end; end;
ruleset c: C do
  rule "on" !(exists d: C do adjacent(c, d) & on[d] end) ==> begin on[c] := true; end;
  rule "off" on[c] ==> begin on[c] := false; end;
end;
invariant "no neighbours" forall c: C do forall d: C do adjacent(c, d) -> !(on[c] & on[d]) end end;
