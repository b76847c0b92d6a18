-- CTL*: one run that does both, and runs for each; about a process that stored states do not name.
--
-- expect: verdict=violated kind=ctlstar property="all runs come back"
-- claim: violated "all runs come back"
-- claim: holds "some run comes to it again and again and leaves it again and again"
-- claim: violated "some run keeps it and leaves it"
-- claim: holds "whoever has it can keep it, or give it away for good"
-- claim: violated "on all runs it can come once more, or stays away"
-- claim: holds "one run goes to each again and again"
-- claim: holds "in CTL"

type
  Process: scalarset(3);

var
  token: Process;

ruleset p: Process do
  startstate begin token := p; end;
end;

ruleset p: Process; q: Process do
  rule "pass" token = p ==> begin token := q; end;
end;

ctlstar "all runs come back"
  forall p: Process do A (G F token = p | F G token != p & F token = p) end;

ctlstar "some run comes to it again and again and leaves it again and again"
  forall p: Process do E (G F token = p & G F token != p) end;

ctlstar "some run keeps it and leaves it"
  forall p: Process do E (F G token = p & G F token != p) end;

ctlstar "whoever has it can keep it, or give it away for good"
  forall p: Process do A G (token = p -> E G token = p & E X G token != p) end;

ctlstar "on all runs it can come once more, or stays away"
  forall p: Process do A (G F token = p | G token != p) end;

ctlstar "one run goes to each again and again"
  E (forall p: Process do G F token = p end);

ctlstar "in CTL"
  forall p: Process do AG (EF token = p & EX token != p) end;
