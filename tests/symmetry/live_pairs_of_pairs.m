-- Processes that point at themselves and pairs that point at each other are of one colour until the pointers
-- are looked at, and then are twins in several ways: {1, 2} alone, {3, 4} pointing at each other. The nodes of
-- a state are its values up to the twins that are neighbours in it, from wherever a step comes.
--
-- permuted: P
-- expect: options=--deadlock=off verdict=violated kind=liveness property="alone"
-- expect: options="--deadlock=off --compile=never" verdict=violated kind=liveness property="alone"
type
  P: scalarset(4);
var
  q: array [P] of P;

startstate
begin
  for p: P do
    q[p] := p;
  end;
end;

ruleset i: P; j: P do
  rule "swap" i != j & q[i] = i & q[j] = j ==>
  begin
    q[i] := j;
    q[j] := i;
  end;
end;

ruleset p: P do
  liveness "alone" q[p] = p;
end;
