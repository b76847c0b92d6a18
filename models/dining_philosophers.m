-- The dining philosophers, by Chandy and Misra.
--
-- N philosophers sit in a ring, with one fork between each pair of neighbours.
-- A fork is clean or dirty. Whoever lacks a fork may ask for it by sending the
-- request token that belongs to it. A philosopher who holds a fork, is asked for
-- it and is not eating gives it away if it is dirty, cleaning it on the way, and
-- keeps it if it is clean. Eating makes both forks dirty. At first every fork is
-- dirty and lies with the neighbour of smaller number: then the relation "has
-- precedence over" has no cycle, and the rules keep it so. Hence no deadlock.
--
-- Source: K. M. Chandy and J. Misra, "The Drinking Philosophers Problem", ACM
-- TOPLAS 6(4), 1984.
--
-- A ring is not fully symmetric, so the philosophers are numbers and not a
-- scalarset. Fork f lies between philosopher f, on its left, and philosopher
-- f + 1 (modulo N), on its right.
--
-- expect: N=2 verdict=holds states=64 rules=136
-- expect: N=3 verdict=holds states=930 rules=2880
-- expect: N=5 verdict=holds states=121200 rules=623560

const
  N: 4;   -- number of philosophers, at least 2

type
  Place: 0..N-1;
  Activity: enum {Thinking, Hungry, Eating};
  Side: enum {LeftSide, RightSide};
  Fork: record
    holder: Side;    -- who has the fork
    token: Side;     -- who has the request token
    dirty: boolean;
  end;

var
  activity: array [Place] of Activity;
  fork: array [Place] of Fork;

function ForkOf(p: Place; s: Side): Place;
begin
  -- The fork on whose side s philosopher p sits.
  if s = LeftSide then
    return p;
  else
    return (p + N - 1) % N;
  end;
end;

function Other(s: Side): Side;
begin
  if s = LeftSide then
    return RightSide;
  else
    return LeftSide;
  end;
end;

function HasForks(p: Place): boolean;
begin
  return forall s: Side do fork[ForkOf(p, s)].holder = s end;
end;

-- The side of fork f that has precedence: the holder of a clean fork, or the
-- one who does not hold a dirty fork.
function Precedence(f: Place): Side;
begin
  if fork[f].dirty then
    return Other(fork[f].holder);
  else
    return fork[f].holder;
  end;
end;

startstate "all think, forks dirty and with the smaller number"
begin
  for p: Place do
    activity[p] := Thinking;
    fork[p].dirty := true;
    -- Fork N-1 lies between N-1 on its left and 0 on its right.
    fork[p].holder := (p = N - 1 ? RightSide : LeftSide);
    fork[p].token := (p = N - 1 ? LeftSide : RightSide);
  end;
end;

ruleset p: Place do

  rule "get hungry"
    activity[p] = Thinking
  ==>
  begin
    activity[p] := Hungry;
  end;

  rule "start eating"
    activity[p] = Hungry & HasForks(p)
  ==>
  begin
    activity[p] := Eating;
    for s: Side do
      fork[ForkOf(p, s)].dirty := true;
    end;
  end;

  rule "stop eating"
    activity[p] = Eating
  ==>
  begin
    activity[p] := Thinking;
  end;

  ruleset s: Side do
    alias f: fork[ForkOf(p, s)] do

      rule "ask for a fork"
        activity[p] = Hungry & f.holder != s & f.token = s
      ==>
      begin
        f.token := Other(s);
      end;

      rule "give a fork away"
        activity[p] != Eating & f.holder = s & f.token = s & f.dirty
      ==>
      begin
        f.holder := Other(s);
        f.dirty := false;
      end;

    end;
  end;

  liveness "every philosopher can eat again" activity[p] = Eating;

  invariant "neighbours do not eat together"
    !(activity[p] = Eating & activity[(p + 1) % N] = Eating);

  invariant "an eater has both forks, dirty"
    activity[p] = Eating ->
      forall s: Side do
        fork[ForkOf(p, s)].holder = s & fork[ForkOf(p, s)].dirty
      end;

end;

ruleset s: Side do
  invariant "precedence has no cycle"
    exists f: Place do Precedence(f) != s end;
end;
