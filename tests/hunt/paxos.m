-- Single-decree Paxos (L. Lamport, "The part-time parliament", 1998): ballots of different
-- proposers, acceptors that may be slow. Messages are sets that only grow. The seeded bug: a
-- proposer that hears of accepted values takes one of them, any, where it should take that of
-- the highest ballot.

const
  ACCEPTORS: 5;
  BALLOTS: 4;
  VALUES: 3;

type
  Acceptor: scalarset(ACCEPTORS);
  Value: scalarset(VALUES);
  Ballot: 1..BALLOTS;
  MaybeBallot: 0..BALLOTS;

var
  prepared: array [Ballot] of boolean;  -- phase 1a
  promised: array [Ballot] of array [Acceptor] of boolean;  -- phase 1b, and with it
  told_ballot: array [Ballot] of array [Acceptor] of MaybeBallot;
  told_value: array [Ballot] of array [Acceptor] of Value;
  proposed: array [Ballot] of Value;  -- phase 2a; or undefined
  accepted: array [Ballot] of array [Acceptor] of boolean;  -- phase 2b
  highest: array [Acceptor] of MaybeBallot;  -- promised
  voted: array [Acceptor] of MaybeBallot;  -- accepted last
  vote: array [Acceptor] of Value;

function Promises(b: Ballot): 0..ACCEPTORS;
var
  count: 0..ACCEPTORS;
begin
  count := 0;
  for a: Acceptor do
    if promised[b][a] then
      count := count + 1;
    end;
  end;
  return count;
end;

function Votes(b: Ballot): 0..ACCEPTORS;
var
  count: 0..ACCEPTORS;
begin
  count := 0;
  for a: Acceptor do
    if accepted[b][a] then
      count := count + 1;
    end;
  end;
  return count;
end;

function Chosen(b: Ballot): boolean;
begin
  return 2 * Votes(b) > ACCEPTORS;
end;

startstate "no ballot has begun"
begin
  undefine told_value;
  undefine proposed;
  undefine vote;
  for b: Ballot do
    prepared[b] := false;
    for a: Acceptor do
      promised[b][a] := false;
      told_ballot[b][a] := 0;
      accepted[b][a] := false;
    end;
  end;
  for a: Acceptor do
    highest[a] := 0;
    voted[a] := 0;
  end;
end;

ruleset b: Ballot do
  rule "begins a ballot"
    !prepared[b]
  ==>
  begin
    prepared[b] := true;
  end;
end;

ruleset b: Ballot; a: Acceptor do
  rule "promises"
    prepared[b] & highest[a] < b
  ==>
  begin
    highest[a] := b;
    promised[b][a] := true;
    told_ballot[b][a] := voted[a];
    told_value[b][a] := vote[a];
  end;

  rule "accepts"
    !isundefined(proposed[b]) & highest[a] <= b & !accepted[b][a]
  ==>
  begin
    highest[a] := b;
    voted[a] := b;
    vote[a] := proposed[b];
    accepted[b][a] := true;
  end;
end;

ruleset b: Ballot; v: Value do
  rule "proposes a value"
    isundefined(proposed[b]) &
    2 * Promises(b) > ACCEPTORS &
    ((forall a: Acceptor do promised[b][a] -> told_ballot[b][a] = 0 end) |
     exists a: Acceptor do promised[b][a] & told_ballot[b][a] > 0 & told_value[b][a] = v end)
  ==>
  begin
    proposed[b] := v;
  end;
end;

invariant "one value is chosen"
  forall b: Ballot do
    forall c: Ballot do Chosen(b) & Chosen(c) -> proposed[b] = proposed[c] end
  end;
