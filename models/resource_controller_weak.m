-- A resource controller whose clients are only weakly fair.
--
-- A server hands one resource to N clients; a client that has asked for it waits
-- until it gets it, uses it, and gives it back. Each client is weakly fair: one that
-- can move all the time does move at last. That is not enough. A waiting client can
-- move only while the resource is free, so it is disabled again and again, and the
-- others may take the resource before it for ever.
--
-- Source: after the resource controller of V. Gyuris and A. P. Sistla, "On-the-Fly
-- Model Checking Under Fairness That Exploits Symmetry" (CAV 1997; Formal Methods in
-- System Design 15, 1999), whose liveness property is "eventual access".
--
-- See resource_controller_strong.m for what makes it true.
--
-- expect: N=1 verdict=holds states=3 rules=3
-- expect: N=2 verdict=violated property="eventual access"
-- expect: N=5 verdict=violated property="eventual access"

const
  N: 4;   -- number of clients

type
  Client: scalarset(N);
  Status: enum {Idle, Requesting, Critical};

var
  status: array [Client] of Status;

startstate "everyone idle"
begin
  for c: Client do
    status[c] := Idle;
  end;
end;

weakfair ruleset c: Client do

  rule "ask for the resource"
    status[c] = Idle
  ==>
  begin
    status[c] := Requesting;
  end;

  rule "take the resource"
    status[c] = Requesting & forall d: Client do status[d] != Critical end
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

end;

ltl "mutual exclusion"
  [] forall c: Client do forall d: Client do
       status[c] = Critical & status[d] = Critical -> c = d
     end end;

ltl "somebody gets it again and again"
  []<> exists c: Client do status[c] = Critical end;

ltl "eventual access"
  forall c: Client do [] (status[c] = Requesting -> <> status[c] = Critical) end;
