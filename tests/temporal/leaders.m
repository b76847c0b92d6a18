-- Twins of whom one fires for all, and one of them is followed by name.
--
-- All idle processes are alike, and in a stored state one of them stands for all. The
-- claims single one out: it must fire for itself.
--
-- expect: N=4 verdict=violated kind=ltl property="everyone is elected"
-- claim: holds "somebody is elected"
-- claim: violated "everyone is elected"
-- claim: violated "nobody is elected twice running"
-- claim: holds "one of them is elected again and again"
-- claim: holds "everyone can be elected"
-- claim: holds "by an election"
-- claim: violated "by every election"
-- claim: violated "always another one"

const
  N: 4;

type
  Process: scalarset(N);

var
  leader: Process;
  ready: array [Process] of boolean;

startstate
begin
  for p: Process do
    ready[p] := false;
  end;
end;

weakfair ruleset p: Process do
  rule "get ready"
    !ready[p] & isundefined(leader)
  ==>
  begin
    ready[p] := true;
  end;

  rule "elect"
    ready[p] & isundefined(leader)
  ==>
  begin
    leader := p;
    ready[p] := false;
  end;

  rule "resign"
    !isundefined(leader) & leader = p
  ==>
  begin
    undefine leader;
  end;
end;

ltl "somebody is elected"
  <> !isundefined(leader);

ltl "everyone is elected"
  forall p: Process do <> (!isundefined(leader) & leader = p) end;

ltl "nobody is elected twice running"
  forall p: Process do
    [] ((!isundefined(leader) & leader = p)
        -> ((!isundefined(leader) & leader = p)
            weakuntil (isundefined(leader)
                       weakuntil (!isundefined(leader) & leader != p))))
  end;

ltl "one of them is elected again and again"
  exists p: Process do []<> (!isundefined(leader) & leader = p) end;

ctl "everyone can be elected"
  forall p: Process do AG EF (!isundefined(leader) & leader = p) end;

mu "by an election"
  forall p: Process do mu Z. <"elect"> (leader = p) | EX Z end;

mu "by every election"
  forall p: Process do nu Z. ["elect"] (leader = p) & AX Z end;

ruleset p: Process do
  never "always another one"
    { !isundefined(leader) & leader = p; isundefined(leader);
      isundefined(leader); !isundefined(leader) & leader = p };
end;
