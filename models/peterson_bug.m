-- Peterson's mutual exclusion algorithm for N processes, with a slip.
--
-- As in peterson.m, but the two writes are exchanged: a process takes the turn
-- first and announces its level afterwards. In between it is invisible. A second
-- process can take the turn, announce itself, find nobody else and enter; then
-- the first announces itself, sees that the turn is no longer its own, and
-- enters too. A compiler or a processor that reorders the two stores has the
-- same effect.
--
-- Source: G. L. Peterson, "Myths About the Mutual Exclusion Problem",
-- Information Processing Letters 12(3), 1981; the slip is ours.
--
-- expect: N=2 verdict=violated property="mutual exclusion"
-- expect: N=3 verdict=violated property="mutual exclusion"

const
  N: 2;   -- number of processes, at least 2

type
  Process: scalarset(N);
  Height: 0..N;
  Level: 1..N-1;
  Label: enum {
    L0,    -- not interested
    L1,    -- take the turn        (the slip: should come after L2)
    L2,    -- announce the level
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

ruleset p: Process do

  rule "become interested"
    pc[p] = L0
  ==>
  begin
    j[p] := 1;
    pc[p] := L1;
  end;

  rule "take the turn"
    pc[p] = L1
  ==>
  begin
    turn[j[p]] := p;
    pc[p] := L2;
  end;

  rule "announce the level"
    pc[p] = L2
  ==>
  begin
    Q[p] := j[p];
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

ruleset p: Process; q: Process do
  invariant "mutual exclusion"
    p != q -> !(pc[p] = L4 & pc[q] = L4);
end;
