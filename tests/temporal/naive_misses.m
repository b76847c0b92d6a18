-- A fair run whose processes take turns under one name.
--
-- The holder may pass the token on; the other one may shout instead. The run in which
-- nobody ever shouts is fair: each process passes the token again and again. Up to
-- symmetry there is one silent state, in which the holder always has the same name. A
-- reduction that reads fairness off these names sees one process move for ever and the
-- other one, who could shout, never move: it calls the run unfair and says "holds".
--
-- expect: verdict=violated kind=ltl property="somebody shouts"
-- claim: violated "somebody shouts"
-- claim: violated "the token comes to rest"
-- claim: holds "silence is shared"

type
  Process: scalarset(2);

var
  at: Process;
  shouted: boolean;

ruleset p: Process do
  startstate
  begin
    at := p;
    shouted := false;
  end;
end;

weakfair ruleset p: Process do
  ruleset q: Process do
    rule "pass the token"
      at = p & q != p
    ==>
    begin
      at := q;
    end;
  end;

  rule "shout"
    at != p
  ==>
  begin
    shouted := true;
  end;
end;

ltl "somebody shouts"
  <> shouted;

-- On representatives alone the token never moves, so that this one is missed as well.
ltl "the token comes to rest"
  forall p: Process do <>[] at = p | <>[] at != p end;

-- Without a shout the other one has nothing to do but to get the token.
ltl "silence is shared"
  forall p: Process do [] !shouted -> []<> at = p end;
