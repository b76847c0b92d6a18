-- An arbiter for N processes.
--
-- Each process has a request wire and a grant wire, and both sides keep to the
-- four-phase handshake: request up, grant up, request down, grant down. To be
-- fair the arbiter works in batches: when it has nothing to do it closes the
-- gate on all requests that are up, serves exactly these in any order, and only
-- then looks again. So a process is overtaken at most once by each process of
-- the batch that was closed before it asked, and once by each of its own batch.
--
-- Source: after the N-process arbiter used as a benchmark in S. Barner and
-- O. Grumberg, "Combining Symmetry Reduction and Under-Approximation for
-- Symbolic Model Checking", CAV 2002. The paper does not print its arbiter;
-- this one is ours.
--
-- overtaken counts the grants that others got while a process was waiting; it
-- is an auxiliary variable for the fairness bound.
--
-- expect: N=2 verdict=holds states=43 rules=61
-- expect: N=3 verdict=holds states=534 rules=907
-- expect: N=4 verdict=holds states=8453 rules=16387

const
  N: 3;                -- number of processes
  LIMIT: 2 * (N - 1);  -- how often a waiting process may be overtaken

type
  Process: scalarset(N);
  Count: 0..LIMIT + 1;

var
  request: array [Process] of boolean;
  grant: array [Process] of boolean;
  batch: array [Process] of boolean;     -- arbiter: still to be served
  overtaken: array [Process] of Count;   -- auxiliary

function Waiting(p: Process): boolean;
begin
  return request[p] & !grant[p];
end;

function BatchEmpty(): boolean;
begin
  return forall p: Process do !batch[p] end;
end;

function GrantsDown(): boolean;
begin
  return forall p: Process do !grant[p] end;
end;

startstate "all wires down"
begin
  for p: Process do
    request[p] := false;
    grant[p] := false;
    batch[p] := false;
    overtaken[p] := 0;
  end;
end;

ruleset p: Process do

  rule "process raises its request"
    !request[p] & !grant[p]
  ==>
  begin
    request[p] := true;
  end;

  rule "process lowers its request"
    request[p] & grant[p]
  ==>
  begin
    request[p] := false;
  end;

end;

rule "arbiter closes a batch"
  BatchEmpty() & GrantsDown()
  & exists p: Process do request[p] end
==>
begin
  for p: Process do
    batch[p] := request[p];
  end;
end;

ruleset p: Process do

  rule "arbiter raises a grant"
    batch[p] & GrantsDown()
  ==>
  begin
    grant[p] := true;
    batch[p] := false;
    for q: Process do
      if q != p & Waiting(q) & overtaken[q] <= LIMIT then
        overtaken[q] := overtaken[q] + 1;
      end;
    end;
    overtaken[p] := 0;
  end;

  rule "arbiter lowers a grant"
    grant[p] & !request[p]
  ==>
  begin
    grant[p] := false;
  end;

  liveness "every process can be granted again" grant[p];

  invariant "only waiting processes are in the batch"
    batch[p] -> Waiting(p);

  invariant "overtaking is bounded"
    overtaken[p] <= LIMIT;

end;

ruleset p: Process; q: Process do
  invariant "one grant at a time"
    p != q -> !(grant[p] & grant[q]);
end;

cover "the overtaking bound is reached"
  exists p: Process do overtaken[p] = LIMIT end;
