-- Election of a leader by majority vote, in terms.
--
-- N processes elect a leader. Each knows a term number, the process it has voted
-- for in that term, and the process it takes for the leader. A process that
-- hears from no leader starts a new term as a candidate and votes for itself.
-- Others who see its request move up to its term and vote for it, unless they
-- have already voted in that term. A candidate that has counted the votes of a
-- majority leads, and makes itself known to the others; whoever meets a higher
-- term falls back to being a follower. A crash wipes out everything but the term
-- and the vote, which are on disk.
--
-- Messages are modelled by looking at the sender's variables: a request or a
-- heartbeat is there as long as its sender is candidate or leader, and a vote as
-- long as the voter stays in the term; a message that is lost or late is one
-- that is not looked at. Terms are bounded, so when someone reaches the last
-- one the system may start afresh.
--
-- Source: the election part of D. Ongaro and J. Ousterhout, "In Search of an
-- Understandable Consensus Algorithm", USENIX ATC 2014.
--
-- Every process holds names of other processes: a vote, a leader, a set of
-- voters.
--
-- expect: N=2 TERMS=2 verdict=holds states=69 rules=222
-- expect: N=3 TERMS=1 verdict=holds states=243 rules=827
-- expect: N=3 TERMS=2 verdict=holds states=1835 rules=9704

const
  N: 3;       -- number of processes
  TERMS: 2;   -- number of the last term

type
  Process: scalarset(N);
  Term: 0..TERMS;
  Role: enum {Follower, Candidate, Leader};
  Node: record
    role: Role;
    term: Term;
    vote: Process;                        -- undefined: not yet voted
    leader: Process;                      -- undefined: none known
    voters: array [Process] of boolean;   -- votes counted, as a candidate
  end;

var
  node: array [Process] of Node;

procedure ForgetVoters(p: Process);
begin
  for q: Process do
    node[p].voters[q] := false;
  end;
end;

procedure Follow(p: Process);
begin
  node[p].role := Follower;
  undefine node[p].leader;
  ForgetVoters(p);
end;

-- If q is in a higher term than p, then p joins it there.
procedure MoveUp(p: Process; q: Process);
begin
  if node[p].term < node[q].term then
    node[p].term := node[q].term;
    undefine node[p].vote;
    Follow(p);
  end;
end;

procedure Initialise();
begin
  for p: Process do
    node[p].term := 0;
    undefine node[p].vote;
    Follow(p);
  end;
end;

function VotedFor(q: Process; p: Process): boolean;
begin
  if isundefined(node[q].vote) then
    return false;
  else
    return node[q].vote = p;
  end;
end;

function SameLeader(p: Process; q: Process): boolean;
begin
  if isundefined(node[p].leader) | isundefined(node[q].leader) then
    return true;
  else
    return node[p].leader = node[q].leader;
  end;
end;

function HasMajority(p: Process): boolean;
var
  count: 0..N;
begin
  count := 0;
  for q: Process do
    if node[p].voters[q] then
      count := count + 1;
    end;
  end;
  return 2 * count > N;
end;

startstate "everyone follows, no leader"
begin
  Initialise();
end;

ruleset p: Process do

  rule "stand as a candidate"
    node[p].role != Leader & node[p].term < TERMS
  ==>
  begin
    Follow(p);
    node[p].role := Candidate;
    node[p].term := node[p].term + 1;
    node[p].vote := p;
    node[p].voters[p] := true;
  end;

  rule "take the lead"
    node[p].role = Candidate & HasMajority(p)
  ==>
  begin
    node[p].role := Leader;
    node[p].leader := p;
    ForgetVoters(p);
  end;

  rule "crash and restart"
    node[p].role != Follower | !isundefined(node[p].leader)
  ==>
  begin
    Follow(p);
  end;

end;

ruleset p: Process; q: Process do

  rule "answer a request for votes"
    p != q & node[p].role = Candidate
    & (node[q].term < node[p].term
       | node[q].term = node[p].term & isundefined(node[q].vote))
  ==>
  begin
    MoveUp(q, p);
    node[q].vote := p;
  end;

  rule "count a vote"
    p != q & node[p].role = Candidate & !node[p].voters[q]
    & node[q].term = node[p].term & VotedFor(q, p)
  ==>
  begin
    node[p].voters[q] := true;
  end;

  rule "hear from the leader"
    p != q & node[p].role = Leader
    & (node[q].term < node[p].term
       | node[q].term = node[p].term & isundefined(node[q].leader))
  ==>
  begin
    MoveUp(q, p);
    Follow(q);
    node[q].leader := p;
  end;

  rule "fall back before a higher term"
    p != q & node[q].term > node[p].term & node[p].role != Follower
  ==>
  begin
    MoveUp(p, q);
  end;

end;

rule "start afresh after the last term"
  exists p: Process do node[p].term = TERMS end
==>
begin
  Initialise();
end;

ruleset p: Process; q: Process do
  invariant "one leader in each term"
    p != q & node[p].role = Leader & node[q].role = Leader
    -> node[p].term != node[q].term;

  invariant "nobody in the same term follows another leader"
    node[p].term = node[q].term -> SameLeader(p, q);
end;

ruleset p: Process do
  liveness "every process can become the leader" node[p].role = Leader;
end;

cover "all agree on a leader"
  exists p: Process do
    forall q: Process do
      !isundefined(node[q].leader) & node[q].leader = p
    end
  end;
