-- All orders find the one that holds, but what the last of them leaves in the scratch variable is
-- another for each order: it shows when it is read.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3);
var holds: array [P] of boolean; hot: array [P] of boolean; owner: P; seen: boolean; reads: boolean;
ruleset r: boolean do startstate begin
  for p: P do holds[p] := false; hot[p] := false; end; undefine owner; seen := false; reads := r;
end; end;
ruleset p: P do rule "take" forall q: P do !holds[q] end ==> begin holds[p] := true; end; end;
ruleset p: P do rule "give" holds[p] ==> begin holds[p] := false; undefine owner; end; end;
ruleset p: P do rule "heat" !hot[p] ==> begin hot[p] := true; end; end;
rule "look" exists p: P do hot[p] end & exists p: P do !hot[p] end ==>
var found: boolean; last: boolean;
begin
  found := false;
  for p: P do
    last := hot[p];
    if !found & holds[p] then found := true; owner := p; end;
  end;
  if reads then seen := last; end;
end;
invariant "the last one is cold" !seen;
