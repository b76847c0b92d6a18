-- Does everybody get in? Peterson's lock for N processes, with fairness.
--
-- The lock of peterson.m. A process that waits does so by a step that changes
-- nothing, so it can always move; it is enough that every process is weakly fair.
-- Then each process that starts to climb reaches its critical section. Without
-- fairness a process may simply stand still (--ignore-fairness shows it).
--
-- Source: G. L. Peterson, "Myths About the Mutual Exclusion Problem",
-- Information Processing Letters 12(3), 1981.
--
-- expect: N=2 verdict=holds states=47 rules=94
-- expect: N=3 verdict=holds states=882 rules=2646

const
  N: 3;   -- number of processes, at least 2

type
  Process: scalarset(N);
  Height: 0..N;
  Level: 1..N-1;
  Label: enum {
    L0,    -- not interested
    L1,    -- announce the level
    L2,    -- take the turn
    L3,    -- wait
    L4     -- critical
  };

var
  pc: array [Process] of Label;
  Q: array [Process] of Height;       -- announced level
  j: array [Process] of Height;       -- level being climbed, private
  turn: array [Level] of Process;     -- last to arrive at each level

function MayPass(self: Process): boolean;
begin
  return (forall other: Process do other != self -> Q[other] < j[self] end)
         | turn[j[self]] != self;
end;

startstate "all outside, no turn taken"
begin
  for p: Process do
    pc[p] := L0;
    Q[p] := 0;
    j[p] := 0;
  end;
  undefine turn;
end;

weakfair ruleset p: Process do

  rule "become interested"
    pc[p] = L0
  ==>
  begin
    j[p] := 1;
    pc[p] := L1;
  end;

  rule "announce the level"
    pc[p] = L1
  ==>
  begin
    Q[p] := j[p];
    pc[p] := L2;
  end;

  rule "take the turn"
    pc[p] = L2
  ==>
  begin
    turn[j[p]] := p;
    pc[p] := L3;
  end;

  rule "try to pass the level"
    pc[p] = L3
  ==>
  begin
    if MayPass(p) then
      j[p] := j[p] + 1;
      if j[p] < N then
        pc[p] := L1;
      else
        pc[p] := L4;
      end;
    end;
  end;

  rule "leave"
    pc[p] = L4
  ==>
  begin
    Q[p] := 1;
    pc[p] := L0;
  end;

end;

ltl "mutual exclusion"
  [] forall p: Process do forall q: Process do
       pc[p] = L4 & pc[q] = L4 -> p = q
     end end;

ltl "no starvation"
  forall p: Process do [] (pc[p] = L1 -> <> pc[p] = L4) end;
