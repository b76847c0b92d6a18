-- Of several lassos the one with the fewest steps in all is shown: not the one with the shortest loop, which is far
-- away, and not one that serves groups that ask for nothing.
-- expect: options="--deadlock=off" verdict=violated kind=ltl prints="after 0 steps a loop of 2 steps"
-- expect: N=6 options="--deadlock=off" verdict=violated kind=ltl prints="after 0 steps a loop of 2 steps"
-- claim: violated "a leader at last"
const
  N: 3;

type
  Server: scalarset(N);

var
  down: array [Server] of boolean;
  age: 0..4;
  leader: boolean;

startstate
begin
  for s: Server do
    down[s] := false;
  end;
  age := 0;
  leader := false;
end;

ruleset s: Server do
  rule "crash"
    !down[s] & age = 0
  ==>
  begin
    down[s] := true;
  end;

  weakfair rule "restart"
    down[s]
  ==>
  begin
    down[s] := false;
  end;
end;

rule "grow old"
  age < 4 & forall s: Server do !down[s] end
==>
begin
  age := age + 1;
end;

rule "rest"
  age = 4
==>
begin
end;

ltl "a leader at last"
  <> leader;
