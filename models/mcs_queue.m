-- The MCS queue lock, with its queue as an ordered container.
--
-- A process that wants the lock swaps itself into the tail of the queue; if it was empty the lock is
-- its own. Otherwise it links itself to the process before it, and waits. A process that leaves takes itself out if it
-- is the last one; if somebody has swapped in behind it, it waits until that one has linked, and
-- hands the lock over. In mcs_lock.m the queue is a chain of pointers between processes; here it is an
-- array of names, so that the model is unary: no variable relates two processes.
--
-- Source: J. M. Mellor-Crummey and M. L. Scott, "Algorithms for Scalable Synchronization on
-- Shared-Memory Multiprocessors", ACM TOCS 9(1), 1991. It is the benchmark MCSLock of Appold's tables.
--
-- expect: N=2 verdict=holds states=7 rules=10
-- expect: N=3 verdict=holds states=40 rules=72

const
  N: 3;   -- number of processes

type
  Process: scalarset(N);
  Place: 0..N-1;
  Label: enum {Outside, Swapped, Linked, Critical};

var
  pc: array [Process] of Label;
  queue: array [Place] of Process;
  length: 0..N;

startstate "nobody wants the lock"
begin
  for p: Process do
    pc[p] := Outside;
  end;
  undefine queue;
  length := 0;
end;

procedure Leave();
begin
  for i := 0 to N - 2 do
    queue[i] := queue[i + 1];
  end;
  undefine queue[N - 1];
  length := length - 1;
end;

ruleset p: Process do

  rule "swap into the tail"
    pc[p] = Outside
  ==>
  begin
    if length = 0 then
      pc[p] := Critical;
    else
      pc[p] := Swapped;
    end;
    queue[length] := p;
    length := length + 1;
  end;

  rule "link to the one before"
    pc[p] = Swapped
  ==>
  begin
    pc[p] := Linked;
  end;

  rule "leave, nobody waits"
    pc[p] = Critical & length = 1
  ==>
  begin
    pc[p] := Outside;
    Leave();
  end;

  ruleset next: Process do
    rule "hand the lock over"
      pc[p] = Critical & length > 1 & queue[1] = next & pc[next] = Linked
    ==>
    begin
      pc[p] := Outside;
      pc[next] := Critical;
      Leave();
    end;
  end;

end;

ruleset p: Process; q: Process do
  invariant "mutual exclusion"
    p != q -> !(pc[p] = Critical & pc[q] = Critical);
end;

ruleset p: Process do
  invariant "the first in the queue has the lock"
    pc[p] = Critical -> queue[0] = p;
end;
