-- An unfair run whose one process goes by two names.
--
-- One process goes round all places but 1; the other one stands at 1, where all it can
-- do is to end the game. It can do so all the time, hence at last it does. In a
-- representative the one that moves comes first at some places and last at others (if
-- they are sorted by place: first at 0): a reduction that reads fairness off names in
-- representatives sees both move and invents a violation. There are several places, so
-- that whatever the order of representatives, some are before 1 and some behind.
--
-- expect: verdict=holds
-- claim: holds without=violated "the game ends"
-- claim: holds without=violated "the strong game ends"
-- claim: holds without=violated "who stands at 1 ends it"

type
  Process: scalarset(2);
  Player: scalarset(2);

var
  place: array [Process] of 0..7;
  over: boolean;
  spot: array [Player] of 0..7;
  finished: boolean;

ruleset p: Process; s: Player do
  startstate
  begin
    for q: Process do
      place[q] := 0;
    end;
    place[p] := 1;
    over := false;
    for t: Player do
      spot[t] := 0;
    end;
    spot[s] := 1;
    finished := false;
  end;
end;

weakfair ruleset p: Process do
  rule "jump"
    place[p] != 1
  ==>
  begin
    place[p] := (place[p] = 0 ? 2 : (place[p] + 1) % 8);
  end;

  rule "end the game"
    place[p] = 1
  ==>
  begin
    over := true;
  end;
end;

strongfair ruleset s: Player do
  rule "hop"
    spot[s] != 1
  ==>
  begin
    spot[s] := (spot[s] = 0 ? 2 : (spot[s] + 1) % 8);
  end;

  rule "end the strong game"
    spot[s] = 1
  ==>
  begin
    finished := true;
  end;
end;

ltl "the game ends"
  <> over;

ltl "the strong game ends"
  <> finished;

ltl "who stands at 1 ends it"
  forall p: Process do place[p] = 1 -> <> (over & place[p] = 1) end;
