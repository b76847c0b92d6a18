-- Elements of a multiset are one group: they have no lasting identity.
--
-- Letters lie in a heap until somebody takes one out. Taking is strongly fair: letters are
-- taken out again and again. But each time it may be a newer one.
--
-- expect: verdict=violated kind=ltl property="every letter arrives"
-- claim: holds without=violated "letters arrive again and again"
-- claim: violated "every letter arrives"
-- claim: holds "every letter may arrive"

type
  Sender: scalarset(2);

var
  heap: multiset [2] of Sender;
  sent: array [Sender] of boolean;
  last: Sender;

startstate
begin
  undefine heap;
  for s: Sender do
    sent[s] := false;
  end;
end;

weakfair ruleset s: Sender do
  rule "send"
    !sent[s]
  ==>
  begin
    sent[s] := true;
    multisetadd(s, heap);
  end;
end;

rule "pause"
begin
end;

choose i: heap do
  strongfair rule "take a letter out"
  begin
    last := heap[i];
    sent[heap[i]] := false;
    multisetremove(i, heap);
  end;
end;

ltl "letters arrive again and again"
  []<> exists s: Sender do sent[s] end & []<> exists s: Sender do !sent[s] end;

ltl "every letter arrives"
  forall s: Sender do [] (sent[s] -> <> !sent[s]) end;

ctl "every letter may arrive"
  forall s: Sender do AG (sent[s] -> EF !sent[s]) end;
