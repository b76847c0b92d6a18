-- A function that returns in the middle of a loop: what the rounds before have done depends on the order.
type P: scalarset(3);
var busy: array [P] of boolean; seen: boolean;
function any(): boolean;
begin
  for p: P do
    if busy[p] then
      return true;
    else
      assert !busy[p];
    end;
  end;
  return false;
end;
startstate begin for p: P do busy[p] := false; end; seen := false; end;
ruleset p: P do
  rule "begin" !busy[p] & !seen ==> begin for q: P do busy[q] := q = p; end; seen := true; end;
end;
rule "look" seen ==> begin if any() then seen := false; else seen := seen; end; end;
ruleset p: P do
  rule "never more" seen & exists q: P do (busy[q] ? q != p : false) end & !any() ==> begin seen := seen; end;
end;
