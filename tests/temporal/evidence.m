-- Why claims about several runs fail: what is shown of each is pinned in tests/suites/temporal.py.
--
-- Processes ask, enter one at a time, and leave; or they break down inside, for good.
--
-- expect: verdict=violated options="--deadlock=off"
-- claim: violated "answers"
-- claim: violated "asks"
-- claim: violated "no choice"
-- claim: violated "stays whole"
-- claim: violated "waits until it asks"
-- claim: violated "gathers or rests"
-- claim: violated "is never broken"
-- claim: violated "never two that ask"
-- claim: violated "breaks at last"
-- claim: violated "enters if it asks"
-- claim: violated "is asked for later"
-- claim: violated "never gets in"
-- claim: violated "keeps out and breaks"

type
  Process: scalarset(3);
  Place: enum {Away, Asking, Inside, Broken};

var
  at: array [Process] of Place;
  any: boolean;

startstate
begin
  for p: Process do
    at[p] := Away;
  end;
  any := false;
end;

ruleset p: Process do
  rule "ask"
    at[p] = Away
  ==>
  begin
    at[p] := Asking;
  end;

  rule "enter"
    at[p] = Asking & forall q: Process do at[q] != Inside end
  ==>
  begin
    at[p] := Inside;
  end;

  rule "leave"
    at[p] = Inside
  ==>
  begin
    at[p] := Away;
  end;

  rule "break"
    at[p] = Inside
  ==>
  begin
    at[p] := Broken;
    any := true;
  end;
end;

rule "pass the time"
begin
end;

ctl "answers"
  AG (any -> EF !any);

ctl "asks"
  forall p: Process do AF at[p] = Asking end;

ctl "no choice"
  forall p: Process do AG !(EX at[p] = Away & EX at[p] = Broken) end;

ctl "stays whole"
  AX !any & AX AX AX any;

ctl "waits until it asks"
  forall p: Process do A (at[p] = Away U at[p] = Asking) end;

ctl "gathers or rests"
  EF (forall p: Process do at[p] = Inside end) | EG any;

mu "is never broken"
  nu Z. !any & AX Z;

mu "never two that ask"
  nu Y. !(exists p: Process do exists q: Process do p != q & at[p] = Asking & at[q] = Asking end end) & ["ask"] Y;

mu "breaks at last"
  forall p: Process do mu Z. at[p] = Broken | AX Z end;

ctlstar "enters if it asks"
  forall p: Process do A (([]<> at[p] = Asking) -> ([]<> at[p] = Inside)) end;

ctl "is asked for later"
  AX AX AF any;

ctlstar "never gets in"
  forall p: Process do !E ((at[p] != Inside) U (at[p] = Inside)) end;

ctlstar "keeps out and breaks"
  forall p: Process do E ([] at[p] = Away & <> any & E [] at[p] = Asking) end;
