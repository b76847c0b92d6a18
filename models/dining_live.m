-- Does everybody eat? The dining philosophers by Chandy and Misra, with fairness.
--
-- The solution of dining_philosophers.m with fairness, step by step and fork by fork:
-- whoever is hungry eats at last. Giving a fork away must be strongly fair: nobody can
-- do it while eating, and with weak fairness a philosopher who is asked for a dirty
-- fork could eat with it again and again instead. A ring is not fully symmetric, so
-- this is a model without a scalarset.
--
-- Source: K. M. Chandy and J. Misra, "The Drinking Philosophers Problem", ACM
-- TOPLAS 6(4), 1984.
--
-- expect: N=2 verdict=holds states=64 rules=136
-- expect: N=3 verdict=holds states=930 rules=2880

const
  N: 3;   -- number of philosophers, at least 2

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

  weakfair rule "start eating"
    activity[p] = Hungry & HasForks(p)
  ==>
  begin
    activity[p] := Eating;
    for s: Side do
      fork[ForkOf(p, s)].dirty := true;
    end;
  end;

  weakfair rule "stop eating"
    activity[p] = Eating
  ==>
  begin
    activity[p] := Thinking;
  end;

  ruleset s: Side do
    alias f: fork[ForkOf(p, s)] do

      weakfair rule "ask for a fork"
        activity[p] = Hungry & f.holder != s & f.token = s
      ==>
      begin
        f.token := Other(s);
      end;

      strongfair rule "give a fork away"
        activity[p] != Eating & f.holder = s & f.token = s & f.dirty
      ==>
      begin
        f.holder := Other(s);
        f.dirty := false;
      end;

    end;
  end;

end;

ltl "whoever is hungry eats at last"
  forall p: Place do [] (activity[p] = Hungry -> <> activity[p] = Eating) end;

ltl "neighbours do not eat together"
  forall p: Place do [] !(activity[p] = Eating & activity[(p + 1) % N] = Eating) end;
