-- Looking back at one process: who is who must be known at every moment of the past as well.
--
-- A process enters only after it has asked, but the stored state does not tell who had asked: the one that entered
-- leaves the same stored state as another one would.
--
-- expect: verdict=violated kind=ltl property="only the first to ask"
-- claim: holds "who is in has asked"
-- claim: holds "since it asked it did not give up"
-- claim: violated "only the first to ask"
-- claim: violated "was in"
-- claim: holds "one step before it asked"
-- claim: violated "two steps before it asked"
-- claim: holds "nothing before the start"
-- claim: holds "never gave up till it entered"
-- claim: violated "once in, in again and again"
-- claim: violated "another was in before"
-- claim: violated "not yet in, again and again"

type
  Process: scalarset(2);

var
  state: array [Process] of enum {Idle, Asking, Inside};

startstate
begin
  for p: Process do
    state[p] := Idle;
  end;
end;

ruleset p: Process do
  rule "ask" state[p] = Idle ==> begin state[p] := Asking; end;
  rule "give up" state[p] = Asking ==> begin state[p] := Idle; end;
  rule "enter" state[p] = Asking & forall q: Process do state[q] != Inside end ==> begin state[p] := Inside; end;
  rule "leave" state[p] = Inside ==> begin state[p] := Idle; end;
end;

ltl "who is in has asked"
  forall p: Process do [] (state[p] = Inside -> once state[p] = Asking) end;

ltl "since it asked it did not give up"
  forall p: Process do [] (state[p] = Inside -> (state[p] != Idle since state[p] = Asking)) end;

ltl "only the first to ask"
  forall p: Process do forall q: Process do
    [] (p != q & state[p] = Inside -> !(state[q] = Asking since (state[q] = Asking & state[p] = Idle)))
  end end;

ltl "was in"
  forall p: Process do [] (state[p] = Asking -> historically state[p] != Inside) end;

ltl "one step before it asked"
  forall p: Process do [] (state[p] = Inside & previous state[p] != Inside -> previous state[p] = Asking) end;

ltl "two steps before it asked"
  forall p: Process do [] (state[p] = Inside & previous state[p] != Inside -> Y Y state[p] = Asking) end;

ltl "nothing before the start"
  !(previous true) & next previous true;

ltl "never gave up till it entered"
  forall p: Process do [] (O state[p] = Inside -> O (state[p] = Inside & Y state[p] = Asking)) end;

ltl "once in, in again and again"
  forall p: Process do [] (once state[p] = Inside -> <> state[p] = Inside) end;

ltl "another was in before"
  forall p: Process do
    [] (state[p] = Inside -> historically (previous state[p] = Inside | !(state[p] = Inside) | once exists q: Process do q != p & state[q] = Inside end))
  end;

-- The loop goes through the start state, where the first time nobody was in, and later somebody was.
ltl "not yet in, again and again"
  forall p: Process do []<> state[p] = Inside -> []<> !(once state[p] = Inside) end;
