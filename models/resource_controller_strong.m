-- A resource controller with strongly fair clients.
--
-- The clients of resource_controller_weak.m, but one that can move again and again
-- does move at last. Now every client that asks gets the resource: it is free
-- infinitely often, so that a waiting client can take it infinitely often.
--
-- Source: after the resource controller of V. Gyuris and A. P. Sistla, "On-the-Fly
-- Model Checking Under Fairness That Exploits Symmetry" (CAV 1997; Formal Methods in
-- System Design 15, 1999).
--
-- expect: N=2 verdict=holds states=8 rules=14
-- expect: N=5 verdict=holds states=112 rules=400

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

strongfair ruleset c: Client do

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
