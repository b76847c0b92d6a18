-- What compiled code must not leave out, and what is left to the interpreter.
--
-- A worker may turn over instead of getting up, and that is a step of its own although it
-- changes nothing that is the worker's: fairness asks each worker for some step, not for
-- getting up. Letters are taken out of a heap, which a module leaves to the interpreter.
-- Of two names in one rule both, one or none may be that of the worker a claim follows.
--
-- expect: verdict=violated kind=ltl property="everyone gets up"
-- claim: violated "everyone gets up"
-- claim: holds without=violated "every letter arrives"
-- claim: violated "woken by each other"
-- claim: violated "always up at the same time"
-- claim: violated "everyone is up together"

type
  Worker: scalarset(3);

var
  up: array [Worker] of boolean;
  woken: array [Worker] of Worker;
  sent: array [Worker] of boolean;
  heap: multiset [1] of Worker;
  light: boolean;

startstate
begin
  for w: Worker do
    up[w] := false;
    sent[w] := false;
  end;
  undefine woken;
  undefine heap;
  light := false;
end;

weakfair ruleset w: Worker do
  rule "get up" !up[w] ==> begin up[w] := true; end;
  rule "turn over" begin light := !light; end;
end;

ruleset v: Worker; w: Worker do
  rule "wake" up[v] & !up[w] ==> begin up[w] := true; woken[w] := v; end;
end;

ruleset w: Worker do
  rule "lie down" up[w] & !sent[w] ==> begin up[w] := false; undefine woken[w]; end;
  rule "send" up[w] & !sent[w] & multisetcount(i: heap, true) = 0 ==> begin sent[w] := true; multisetadd(w, heap); end;
end;

choose i: heap do
  weakfair rule "deliver"
  begin
    sent[heap[i]] := false;
    multisetremove(i, heap);
  end;
end;

ltl "everyone gets up"
  forall w: Worker do <> up[w] end;

ltl "every letter arrives"
  forall w: Worker do [] (sent[w] -> <> !sent[w]) end;

ltl "woken by each other"
  forall v: Worker; w: Worker do [] (v != w & up[v] & up[w] -> <> (!isundefined(woken[w]) & woken[w] = v)) end;

ctl "always up at the same time"
  forall v: Worker; w: Worker do AG (up[v] -> AF up[w]) end;

ctl "everyone is up together"
  AF forall w: Worker do up[w] end;
