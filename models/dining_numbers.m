-- Philosophers and forks are numbers: the ring is nowhere declared.
--
-- Philosopher p sits between forks p and p + 1, modulo N, and takes them in any order, both or none for good: whoever
-- holds one fork may put it back. Nothing tells left from right, so that besides the N rotations there are N
-- reflections, which carry philosopher p to -p and fork f to 1 - f.
--
-- Source: Dijkstra 1971, without the deadlock.
--
-- expect: N=4 verdict=holds states=119 rules=608
-- expect: N=8 verdict=holds states=14159 rules=144688
const
  N: 8;

type
  Philosopher: 0..N - 1;
  Fork: 0..N - 1;
  Holder: 0..N; -- N: nobody

var
  holder: array [Fork] of Holder;
  eating: array [Philosopher] of boolean;

startstate
begin
  for f: Fork do
    holder[f] := N;
  end;
  for p: Philosopher do
    eating[p] := false;
  end;
end;

ruleset p: Philosopher do
  rule "take the lower fork"
    holder[p] = N
  ==>
  begin
    holder[p] := p;
  end;

  rule "take the upper fork"
    holder[(p + 1) % N] = N
  ==>
  begin
    holder[(p + 1) % N] := p;
  end;

  rule "put the lower fork back"
    holder[p] = p & !eating[p]
  ==>
  begin
    holder[p] := N;
  end;

  rule "put the upper fork back"
    holder[(p + 1) % N] = p & !eating[p]
  ==>
  begin
    holder[(p + 1) % N] := N;
  end;

  rule "eat"
    holder[p] = p & holder[(p + 1) % N] = p & !eating[p]
  ==>
  begin
    eating[p] := true;
  end;

  rule "think"
    eating[p]
  ==>
  begin
    eating[p] := false;
    holder[p] := N;
    holder[(p + 1) % N] := N;
  end;
end;

invariant "neighbours do not eat together"
  forall p: Philosopher do !(eating[p] & eating[(p + 1) % N]) end;
