-- Strong fairness that has to be looked at twice.
--
-- Each process walks up and down between LOW and 3 and can win only at 3. The way from
-- 2 to 3 is strongly fair and so is winning. On the whole ground "climb" is served, only
-- "win" is not; without the places where one can win, "climb" is not served either; what
-- is left without its places is 0 and 1, where a process may stay for ever. If LOW is 2
-- nothing is left, and everyone wins.
--
-- expect: LOW=0 options="--deadlock=off" verdict=violated kind=ltl property="everyone wins"
-- expect: LOW=2 options="--deadlock=off" verdict=holds
-- expect: LOW=1 options="--deadlock=off" verdict=violated kind=ltl
-- claim: violated "everyone wins"
-- claim: violated "somebody wins"
-- claim: holds without=violated "who climbs again and again wins"
-- claim: violated "inevitably"
-- claim: holds "possibly"

const
  LOW: 0;

type
  Process: scalarset(2);

var
  place: array [Process] of LOW..4;

startstate
begin
  for p: Process do
    place[p] := LOW;
  end;
end;

ruleset p: Process do
  rule "walk up"
    place[p] < 2
  ==>
  begin
    place[p] := place[p] + 1;
  end;

  rule "walk down"
    LOW < place[p] & place[p] < 4
  ==>
  begin
    place[p] := place[p] - 1;
  end;

  strongfair rule "climb"
    place[p] = 2
  ==>
  begin
    place[p] := 3;
  end;

  strongfair rule "win"
    place[p] = 3
  ==>
  begin
    place[p] := 4;
  end;

  rule "rest"
    place[p] = 4 | place[p] = LOW
  ==>
  begin
  end;
end;

ltl "everyone wins"
  forall p: Process do <> place[p] = 4 end;

ltl "somebody wins"
  <> exists p: Process do place[p] = 4 end;

ltl "who climbs again and again wins"
  forall p: Process do ([]<> place[p] >= 2) -> <> place[p] = 4 end;

ctl "inevitably"
  forall p: Process do AF place[p] = 4 end;

ctl "possibly"
  forall p: Process do AG EF place[p] = 4 end;
