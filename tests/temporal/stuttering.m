-- Runs that come to rest.
--
-- Processes get up once and never move again. When all are up nothing goes on: the run
-- stands still there for ever, and that is fair, since nothing can be taken. In the
-- mu-calculus standing still is no step. A step that an assumption is against is no
-- step either: the pit is never entered, so that "jump" serves nobody.
--
-- expect: options="--deadlock=off" verdict=violated kind=ltl property="one stays down"
-- claim: holds "all are up at last"
-- claim: holds "and stay up"
-- claim: violated "one stays down"
-- claim: violated "something moves again and again"
-- claim: holds "the next state is there"
-- claim: holds "a fair run goes on"
-- claim: violated "a step goes on"
-- claim: holds "no step leads into the pit"
-- claim: holds "up at last, by steps"
-- claim: violated "up and still"

type
  Process: scalarset(3);

var
  up: array [Process] of boolean;
  pit: boolean;

startstate
begin
  for p: Process do
    up[p] := false;
  end;
  pit := false;
end;

assume "no pit"
  !pit;

strongfair ruleset p: Process do
  rule "get up"
    !up[p]
  ==>
  begin
    up[p] := true;
  end;

  rule "jump"
    up[p]
  ==>
  begin
    pit := true;
  end;
end;

ltl "all are up at last"
  <> forall p: Process do up[p] end;

ltl "and stay up"
  forall p: Process do <>[] up[p] end;

ltl "one stays down"
  exists p: Process do [] !up[p] end;

ltl "something moves again and again"
  forall p: Process do [] (up[p] -> X !up[p]) end;

ltl "the next state is there"
  [] ((forall p: Process do up[p] end) -> X forall p: Process do up[p] end);

ctl "a fair run goes on"
  AG EX true;

mu "a step goes on"
  nu Z. EX Z;

mu "no step leads into the pit"
  nu Z. ["jump"] false & AX Z;

mu "up at last, by steps"
  mu Z. (forall p: Process do up[p] end) | EX true & AX Z;

ruleset p: Process do
  never "up and still"
    { up[p]; up[p]; up[p]; up[p]; up[p] };
end;
