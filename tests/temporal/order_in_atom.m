-- The claim calls a function that picks the first busy process: the processes are not
-- interchangeable in it, and the symmetry has to be given up to judge it.
-- expect: verdict=violated property="first"
-- expect: verdict=violated property="first" symmetry=off
type
  P: scalarset(2);
var
  busy: array [P] of boolean;

function first(): P;
begin
  for p: P do if busy[p] then return p; end; end;
  error "nobody is busy";
end;

startstate begin for p: P do busy[p] := false; end; end;

ruleset p: P do
  rule "start" !busy[p] ==> begin busy[p] := true; end;
  rule "stop" busy[p] ==> begin busy[p] := false; end;
end;

ltl "first" forall p: P do [] (exists q: P do busy[q] end -> first() = p | !busy[p]) end;
