-- The classic trap: a claim about one process, read on representatives.
--
-- One of two processes has the token and passes it on. All states are one orbit, so
-- that on the representative the token stays where it is for ever. There one process
-- always has it and the other one never does: the first two claims would be turned
-- upside down, and the third one, which fails, would hold.
--
-- expect: verdict=violated kind=ltl property="who has it keeps it"
-- claim: holds "everyone gets it"
-- claim: holds "everyone loses it"
-- claim: violated "who has it keeps it"
-- claim: holds "everyone can get it"
-- claim: violated "nobody gets it back"

type
  Process: scalarset(2);

var
  at: Process;

ruleset p: Process do
  startstate
  begin
    at := p;
  end;
end;

ruleset p: Process do
  rule "take"
    at != p
  ==>
  begin
    at := p;
  end;
end;

ltl "everyone gets it"
  forall p: Process do []<> at = p end;

ltl "everyone loses it"
  forall p: Process do []<> at != p end;

ltl "who has it keeps it"
  forall p: Process do [] (at = p -> [] at = p) end;

ctl "everyone can get it"
  forall p: Process do AG EF at = p end;

ruleset p: Process do
  never "nobody gets it back"
    { at = p; at != p; at = p };
end;
