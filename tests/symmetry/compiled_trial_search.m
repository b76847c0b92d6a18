-- A loop that only looks for something is watched, and so are those in functions that its rounds call:
-- their orders are not tried out.
-- expect: verdict=holds
-- permuted: 
type P: scalarset(3);
var holds: array [P] of boolean; any: boolean;
function Holder(): P;
var found: boolean; who: P;
begin
  found := false;
  for q: P do if !found & holds[q] then found := true; who := q; end; end;
  return who;
end;
function Any(): boolean;
begin
  for p: P do if Holder() = p then return true; end; end;
  return false;
end;
startstate begin for p: P do holds[p] := false; end; any := false; end;
ruleset p: P do rule "take" forall q: P do !holds[q] end ==> begin holds[p] := true; end; end;
ruleset p: P do rule "give" holds[p] ==> begin holds[p] := false; any := false; end; end;
rule "look" exists p: P do holds[p] end ==> begin any := Any(); end;
invariant "somebody" any -> exists p: P do holds[p] end;
