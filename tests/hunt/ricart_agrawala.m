-- Mutual exclusion by timestamps (G. Ricart and A. K. Agrawala, 1981). Who wants to enter
-- asks all others, with a timestamp; who wants to enter itself, and has asked earlier, answers
-- after it has left. The seeded bug: equal timestamps. Each of the two takes the other one for
-- the earlier, where the numbers of the processes should decide.

const
  N: 5;
  CLOCK: 3;

type
  Process: scalarset(N);
  Time: 0..CLOCK;
  Step: enum {Idle, Asking, Critical};
  Message: enum {None, Request, Reply};

var
  step: array [Process] of Step;
  clock: array [Process] of Time;
  stamp: array [Process] of Time;
  asked: array [Process] of array [Process] of boolean;  -- still to be asked
  missing: array [Process] of array [Process] of boolean;  -- answers still to come
  deferred: array [Process] of array [Process] of boolean;  -- answers still owed
  channel: array [Process] of array [Process] of Message;  -- from, to
  time_of: array [Process] of array [Process] of Time;  -- of the request on its way

procedure Send(from: Process; to_: Process; message: Message; time: Time);
begin
  assert channel[from][to_] = None "one message at a time";
  channel[from][to_] := message;
  time_of[from][to_] := time;
end;

startstate "nobody wants to enter"
begin
  for p: Process do
    step[p] := Idle;
    clock[p] := 0;
    stamp[p] := 0;
    for q: Process do
      asked[p][q] := false;
      missing[p][q] := false;
      deferred[p][q] := false;
      channel[p][q] := None;
      time_of[p][q] := 0;
    end;
  end;
end;

ruleset p: Process do
  rule "wants to enter"
    step[p] = Idle & clock[p] < CLOCK
  ==>
  begin
    clock[p] := clock[p] + 1;
    stamp[p] := clock[p];
    step[p] := Asking;
    for q: Process do
      asked[p][q] := p != q;
      missing[p][q] := p != q;
    end;
  end;

  rule "enters"
    step[p] = Asking & forall q: Process do !missing[p][q] end
  ==>
  begin
    step[p] := Critical;
  end;

  rule "leaves"
    step[p] = Critical & forall q: Process do deferred[p][q] -> channel[p][q] = None end
  ==>
  begin
    step[p] := Idle;
    for q: Process do
      if deferred[p][q] then
        Send(p, q, Reply, 0);
        deferred[p][q] := false;
      end;
    end;
  end;
end;

ruleset p: Process; q: Process do
  rule "asks one of the others"
    step[p] = Asking & asked[p][q] & channel[p][q] = None
  ==>
  begin
    asked[p][q] := false;
    Send(p, q, Request, stamp[p]);
  end;

  rule "takes a request in"
    channel[q][p] = Request & channel[p][q] = None
  ==>
  begin
    channel[q][p] := None;
    if clock[p] < time_of[q][p] then
      clock[p] := time_of[q][p];
    end;
    -- should be: stamp[p] < time_of[q][p], or equal and p before q
    if step[p] = Critical | (step[p] = Asking & stamp[p] < time_of[q][p]) then
      deferred[p][q] := true;
    else
      Send(p, q, Reply, 0);
    end;
    time_of[q][p] := 0;
  end;

  rule "takes an answer in"
    channel[q][p] = Reply
  ==>
  begin
    channel[q][p] := None;
    missing[p][q] := false;
  end;
end;

invariant "mutual exclusion"
  forall p: Process do
    forall q: Process do p != q -> !(step[p] = Critical & step[q] = Critical) end
  end;
