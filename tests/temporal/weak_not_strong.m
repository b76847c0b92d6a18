-- Weak and strong fairness on the same clients, side by side.
--
-- Two resources with two clients each. Those of the first are weakly fair: a client that
-- waits is disabled again and again, so that it may starve. Those of the second are
-- strongly fair and do not. The one that starves goes by changing names, as the winner
-- comes back among the idle ones.
--
-- expect: verdict=violated kind=ltl property="weak clients get in"
-- claim: violated "weak clients get in"
-- claim: holds without=violated "strong clients get in"
-- claim: holds without=violated "one weak client gets in"
-- claim: violated "inevitably weak"
-- claim: holds without=violated "inevitably strong"

type
  Weak: scalarset(2);
  Strong: scalarset(2);
  Status: enum {Idle, Asking, Inside};

var
  weak: array [Weak] of Status;
  strong: array [Strong] of Status;

startstate
begin
  for c: Weak do weak[c] := Idle; end;
  for c: Strong do strong[c] := Idle; end;
end;

weakfair ruleset c: Weak do
  rule "ask weakly" weak[c] = Idle ==> begin weak[c] := Asking; end;
  rule "enter weakly"
    weak[c] = Asking & forall d: Weak do weak[d] != Inside end
  ==>
  begin
    weak[c] := Inside;
  end;
  rule "leave weakly" weak[c] = Inside ==> begin weak[c] := Idle; end;
end;

strongfair ruleset c: Strong do
  rule "ask strongly" strong[c] = Idle ==> begin strong[c] := Asking; end;
  rule "enter strongly"
    strong[c] = Asking & forall d: Strong do strong[d] != Inside end
  ==>
  begin
    strong[c] := Inside;
  end;
  rule "leave strongly" strong[c] = Inside ==> begin strong[c] := Idle; end;
end;

ltl "weak clients get in"
  forall c: Weak do [] (weak[c] = Asking -> <> weak[c] = Inside) end;

ltl "strong clients get in"
  forall c: Strong do [] (strong[c] = Asking -> <> strong[c] = Inside) end;

ltl "one weak client gets in"
  [] ((exists c: Weak do weak[c] = Asking end) -> <> exists c: Weak do weak[c] = Inside end);

ctl "inevitably weak"
  forall c: Weak do AG (weak[c] = Asking -> AF weak[c] = Inside) end;

ctl "inevitably strong"
  forall c: Strong do AG (strong[c] = Asking -> AF strong[c] = Inside) end;
