-- The dining philosophers, naively.
--
-- N philosophers sit in a ring, with one fork between each pair of neighbours.
-- A hungry philosopher picks up the fork on the left, then the fork on the right,
-- eats, and puts both back. If all of them pick up their left fork, all wait for
-- the right one for ever.
--
-- Source: E. W. Dijkstra, "Hierarchical Ordering of Sequential Processes", Acta
-- Informatica 1(2), 1971, where the deadlock is pointed out.
--
-- expect: N=2 verdict=violated property="deadlock"
-- expect: N=3 verdict=violated property="deadlock"
-- expect: N=5 verdict=violated property="deadlock"

const
  N: 4;   -- number of philosophers, at least 2

type
  Place: 0..N-1;
  Activity: enum {Thinking, HoldsLeft, Eating};

var
  activity: array [Place] of Activity;
  taken: array [Place] of boolean;   -- fork p lies to the left of philosopher p

function RightFork(p: Place): Place;
begin
  return (p + 1) % N;
end;

startstate "all think"
begin
  for p: Place do
    activity[p] := Thinking;
    taken[p] := false;
  end;
end;

ruleset p: Place do

  rule "take the left fork"
    activity[p] = Thinking & !taken[p]
  ==>
  begin
    taken[p] := true;
    activity[p] := HoldsLeft;
  end;

  rule "take the right fork and eat"
    activity[p] = HoldsLeft & !taken[RightFork(p)]
  ==>
  begin
    taken[RightFork(p)] := true;
    activity[p] := Eating;
  end;

  rule "put both forks back"
    activity[p] = Eating
  ==>
  begin
    taken[p] := false;
    taken[RightFork(p)] := false;
    activity[p] := Thinking;
  end;

  invariant "neighbours do not eat together"
    !(activity[p] = Eating & activity[(p + 1) % N] = Eating);

end;
