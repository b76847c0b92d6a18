-- Processes that are alike, and not twins: two pairs pointing at each other.
--
-- Whoever is exchanged with another one must take the mate along. Such symmetries put names of
-- whoever is followed together, and others may be named this way or that.
--
-- expect: verdict=violated kind=ltl property="on again and again"
-- claim: violated "on again and again"
-- claim: violated "mated again and again"
-- claim: holds without=violated "not both for ever"
-- claim: holds without=violated "the mate comes on, or goes"
-- claim: holds "on is never out of reach"
-- claim: violated "inevitably on"
-- claim: holds "on is within reach of firings"
-- claim: holds "some are on and some are off"

type
  Process: scalarset(4);

var
  mate: array [Process] of Process;
  on: array [Process] of boolean;

startstate
begin
  for p: Process do
    undefine mate[p];
    on[p] := false;
  end;
end;

ruleset p: Process; q: Process do
  weakfair rule "pair"
    p != q & isundefined(mate[p]) & isundefined(mate[q])
  ==>
  begin
    mate[p] := q;
    mate[q] := p;
  end;

  rule "part"
    p != q & !isundefined(mate[p]) & mate[p] = q & !on[p] & !on[q]
  ==>
  begin
    undefine mate[p];
    undefine mate[q];
  end;
end;

weakfair ruleset p: Process do
  rule "on" !on[p] & !isundefined(mate[p]) ==> begin on[p] := true; end;
  rule "off" on[p] ==> begin on[p] := false; end;
end;

strongfair ruleset p: Process do
  rule "swap"
    !isundefined(mate[p]) & on[p] & !on[mate[p]]
  ==>
  begin
    on[mate[p]] := true;
    on[p] := false;
  end;
end;

ltl "on again and again"
  forall p: Process do []<> on[p] end;

ltl "mated again and again"
  forall p: Process do []<> !isundefined(mate[p]) end;

ltl "not both for ever"
  forall p: Process; q: Process do [] (on[p] & on[q] -> <> (p = q | !on[p] | !on[q])) end;

ltl "the mate comes on, or goes"
  forall p: Process; q: Process do
    p != q -> [] (!isundefined(mate[p]) & mate[p] = q -> <> (isundefined(mate[p]) | on[q]))
  end;

ctl "on is never out of reach"
  forall p: Process do AG EF (on[p] & !isundefined(mate[p])) end;

ctl "inevitably on"
  forall p: Process do AG AF on[p] end;

mu "on is within reach of firings"
  forall p: Process do nu Z. (mu Y. on[p] | EX Y) & AX Z end;

ctl "some are on and some are off"
  EF ((exists p: Process do on[p] end) & (exists p: Process do !on[p] end));
