-- Peterson's mutual exclusion algorithm for N processes.
--
-- To enter, a process climbs N-1 levels. At each level it announces the level
-- and writes its own name into that level's turn variable; it moves on when all
-- others are on lower levels or when somebody else has overwritten the turn. So
-- each level holds back at least one process, and one at most gets through the
-- last. Every label below is one atomic step; waiting is a step that changes
-- nothing. As in the version that Murphi users have measured for decades, a
-- process that leaves keeps level 1 announced; the claims hold all the same.
--
-- Source: G. L. Peterson, "Myths About the Mutual Exclusion Problem",
-- Information Processing Letters 12(3), 1981.
--
-- turn is an array of process names and each process is compared with it: the
-- model is symmetric, and its names sit in data. N=5 has 628,868 states and
-- fires 3,144,340 rules; reduced, N=3..7 have 172, 1132, 6770, 35,159 and
-- 163,298 orbits.
--
-- expect: N=2 verdict=holds states=47 rules=94
-- expect: N=3 verdict=holds states=882 rules=2646
-- expect: N=4 verdict=holds states=22281 rules=89124

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

ruleset p: Process do

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

  liveness "every process can enter again" pc[p] = L4;

end;

ruleset p: Process; q: Process do
  invariant "mutual exclusion"
    p != q -> !(pc[p] = L4 & pc[q] = L4);
end;
