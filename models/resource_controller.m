-- A resource controller.
--
-- A server hands one resource to N clients. A client is idle, requesting or
-- critical. Clients move freely between idle and requesting: a request may be
-- withdrawn. The server may grant the resource to any requesting client while
-- no client is critical, and a critical client gives it back by going idle.
--
-- Source: the simplified resource controller of V. Gyuris and A. P. Sistla,
-- "On-the-Fly Model Checking Under Fairness That Exploits Symmetry" (CAV 1997;
-- Formal Methods in System Design 15, 1999).
--
-- The paper's figures for three clients are 20 states, 7 of them up to symmetry,
-- and 27 firings out of those 7.
--
-- expect: N=2 verdict=holds states=8 rules=20
-- expect: N=3 verdict=holds states=20 rules=72
-- expect: N=12 verdict=holds states=28672 rules=368640

const
  N: 3;   -- number of clients

type
  Client: scalarset(N);
  Status: enum {Idle, Requesting, Critical};

var
  status: array [Client] of Status;

function ResourceFree(): boolean;
begin
  return forall c: Client do status[c] != Critical end;
end;

startstate "everyone idle"
begin
  for c: Client do
    status[c] := Idle;
  end;
end;

ruleset c: Client do

  rule "ask for the resource"
    status[c] = Idle
  ==>
  begin
    status[c] := Requesting;
  end;

  rule "withdraw the request"
    status[c] = Requesting
  ==>
  begin
    status[c] := Idle;
  end;

  rule "server grants"
    status[c] = Requesting & ResourceFree()
  ==>
  begin
    status[c] := Critical;
  end;

  rule "give the resource back"
    status[c] = Critical
  ==>
  begin
    status[c] := Idle;
  end;

  liveness "every client can have the resource again" status[c] = Critical;

end;

ruleset c: Client; d: Client do
  invariant "one user at a time"
    c != d -> !(status[c] = Critical & status[d] = Critical);
end;

cover "all clients request at once"
  forall c: Client do status[c] = Requesting end;
