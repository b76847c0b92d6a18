-- Leader election in terms, as in Raft (D. Ongaro and J. Ousterhout, 2014): servers that time
-- out, ask for votes, win by majority, and may crash and restart. The seeded bug: who restarts
-- knows its term, which was saved, but not for whom it has voted in it.

const
  SERVERS: 7;
  TERMS: 3;

type
  Server: scalarset(SERVERS);
  Term: 0..TERMS;
  Role: enum {Follower, Candidate, Leader, Down};

var
  role: array [Server] of Role;
  term: array [Server] of Term;
  voted_for: array [Server] of Server;
  request: array [Server] of array [Server] of Term;  -- from, to: asked for a vote in; 0: no message
  grant: array [Server] of array [Server] of Term;  -- from, to: votes for in; 0: no message
  votes: array [Server] of array [Server] of boolean;

procedure StepDown(s: Server; t: Term);
begin
  role[s] := Follower;
  term[s] := t;
  undefine voted_for[s];
  for q: Server do
    votes[s][q] := false;
  end;
end;

function Count(s: Server): 0..SERVERS;
var
  count: 0..SERVERS;
begin
  count := 0;
  for q: Server do
    if votes[s][q] then
      count := count + 1;
    end;
  end;
  return count;
end;

startstate "all are followers"
begin
  undefine voted_for;
  for s: Server do
    role[s] := Follower;
    term[s] := 0;
    for q: Server do
      request[s][q] := 0;
      grant[s][q] := 0;
      votes[s][q] := false;
    end;
  end;
end;

ruleset s: Server do
  rule "times out"
    (role[s] = Follower | role[s] = Candidate) & term[s] < TERMS
  ==>
  begin
    StepDown(s, term[s] + 1);
    role[s] := Candidate;
    voted_for[s] := s;
    votes[s][s] := true;
  end;

  rule "wins"
    role[s] = Candidate & 2 * Count(s) > SERVERS
  ==>
  begin
    role[s] := Leader;
  end;

  rule "crashes"
    role[s] != Down
  ==>
  begin
    role[s] := Down;
    for q: Server do
      votes[s][q] := false;
    end;
  end;

  rule "restarts"
    role[s] = Down
  ==>
  begin
    role[s] := Follower;
    undefine voted_for[s];  -- should have been saved with the term
  end;
end;

ruleset s: Server; q: Server do
  rule "asks for a vote"
    role[s] = Candidate & s != q & request[s][q] = 0 & !votes[s][q]
  ==>
  begin
    request[s][q] := term[s];
  end;

  rule "hears a candidate"
    request[q][s] > 0 & role[s] != Down & grant[s][q] = 0
  ==>
  begin
    if request[q][s] > term[s] then
      StepDown(s, request[q][s]);
    end;
    if request[q][s] = term[s] & isundefined(voted_for[s]) then
      voted_for[s] := q;
      grant[s][q] := term[s];
    end;
    request[q][s] := 0;
  end;

  rule "gets a vote"
    grant[q][s] > 0 & role[s] != Down
  ==>
  begin
    if role[s] = Candidate & grant[q][s] = term[s] then
      votes[s][q] := true;
    end;
    grant[q][s] := 0;
  end;

  rule "a message is lost"
    request[s][q] > 0
  ==>
  begin
    request[s][q] := 0;
  end;
end;

invariant "one leader in a term"
  forall s: Server do
    forall q: Server do s != q & role[s] = Leader & role[q] = Leader -> term[s] != term[q] end
  end;
