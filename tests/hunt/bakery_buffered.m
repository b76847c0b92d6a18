-- The bakery algorithm (L. Lamport, 1974) on processors with store buffers: what a process
-- writes gets to memory later, in its order, and until then only the process itself sees it.
-- The seeded bug: no fence between taking a number and looking at those of the others.

const
  N: 4;
  MOST: 3;  -- largest number
  ROOM: 3;  -- of a store buffer

type
  Process: scalarset(N);
  Number: 0..MOST;
  Step: enum {Idle, Choosing, Chosen, Looking, Critical};
  Write: record
    choosing: boolean;  -- which variable
    value: Number;  -- 0 and 1 for choosing
  end;
  Place: 0..ROOM - 1;

var
  step: array [Process] of Step;
  choosing: array [Process] of boolean;  -- memory
  number: array [Process] of Number;  -- memory
  mine: array [Process] of Number;  -- the number as the process knows it
  buffer: array [Process] of array [Place] of Write;
  filled: array [Process] of 0..ROOM;
  passed: array [Process] of array [Process] of boolean;

procedure Store(p: Process; choosing_: boolean; value: Number);
begin
  buffer[p][filled[p]].choosing := choosing_;
  buffer[p][filled[p]].value := value;
  filled[p] := filled[p] + 1;
end;

startstate "nobody wants to enter"
begin
  undefine buffer;
  for p: Process do
    step[p] := Idle;
    choosing[p] := false;
    number[p] := 0;
    mine[p] := 0;
    filled[p] := 0;
    for q: Process do
      passed[p][q] := false;
    end;
  end;
end;

ruleset p: Process do
  rule "begins to choose"
    step[p] = Idle & filled[p] < ROOM
  ==>
  begin
    Store(p, true, 1);
    step[p] := Choosing;
  end;

  rule "takes a number"
    step[p] = Choosing & filled[p] < ROOM & forall q: Process do number[q] < MOST end
  ==>
  var
    largest: Number;
  begin
    largest := 0;
    for q: Process do
      if number[q] > largest then
        largest := number[q];
      end;
    end;
    mine[p] := largest + 1;
    Store(p, false, mine[p]);
    step[p] := Chosen;
  end;

  rule "has chosen"
    step[p] = Chosen & filled[p] < ROOM
  ==>
  begin
    Store(p, true, 0);
    step[p] := Looking;  -- should wait until its buffer is empty
  end;

  rule "enters"
    step[p] = Looking & forall q: Process do p != q -> passed[p][q] end
  ==>
  begin
    step[p] := Critical;
  end;

  rule "leaves"
    step[p] = Critical & filled[p] < ROOM
  ==>
  begin
    Store(p, false, 0);
    mine[p] := 0;
    step[p] := Idle;
    for q: Process do
      passed[p][q] := false;
    end;
  end;

  rule "a write gets to memory"
    filled[p] > 0
  ==>
  begin
    if buffer[p][0].choosing then
      choosing[p] := buffer[p][0].value = 1;
    else
      number[p] := buffer[p][0].value;
    end;
    for i: 0..ROOM - 2 do
      buffer[p][i] := buffer[p][i + 1];
    end;
    undefine buffer[p][ROOM - 1];
    filled[p] := filled[p] - 1;
  end;
end;

ruleset p: Process; q: Process do
  -- Of equal numbers both wait here, which is safe.
  rule "passes another one"
    step[p] = Looking &
    p != q &
    !passed[p][q] &
    !choosing[q] &
    (number[q] = 0 | mine[p] < number[q])
  ==>
  begin
    passed[p][q] := true;
  end;
end;

invariant "mutual exclusion"
  forall p: Process do
    forall q: Process do p != q -> !(step[p] = Critical & step[q] = Critical) end
  end;
