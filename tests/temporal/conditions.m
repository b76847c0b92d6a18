-- Conditions of fairness about processes that have no names.
--
-- A token goes from one process to another; one may also keep it. Fair runs bring it to every process again and
-- again. In stored states the token is always with the same name: whoever reads conditions off stored states finds no
-- fair run at all, so that "keeps away" holds as well; or takes the run that goes back and forth between two of three
-- for a fair one.
--
-- A process that asks again and again is answered again and again, whichever it is.
--
-- expect: verdict=violated kind=ltl property="keeps away"
-- claim: holds without=violated "comes to everyone"
-- claim: violated "keeps away"
-- claim: holds without=violated "is answered"
-- claim: violated "all are answered at once"
-- claim: holds without=violated "inevitably comes"
-- claim: violated without=holds "can stay"
-- claim: holds "step away from it"

type
  Process: scalarset(3);

var
  token: Process;
  asked, answered: array [Process] of boolean;

ruleset p: Process do
  startstate
  begin
    token := p;
    for q: Process do
      asked[q] := false;
      answered[q] := false;
    end;
  end;
end;

ruleset p: Process; q: Process do
  rule "pass"
    token = p
  ==>
  begin
    token := q;
  end;
end;

ruleset p: Process do
  rule "ask" token = p & !asked[p] ==> begin asked[p] := true; answered[p] := false; end;
  rule "answer" asked[p] ==> begin asked[p] := false; answered[p] := true; end;
  fair "the token comes" token = p;
  strongfair "answers come" asked[p] -> answered[p];
end;

ltl "comes to everyone"
  forall p: Process do []<> token = p end;

ltl "keeps away"
  forall p: Process do <>[] token != p end;

ltl "is answered"
  forall p: Process do [] (asked[p] -> <> answered[p]) end;

ltl "all are answered at once"
  [] ((forall p: Process do asked[p] end) -> <> forall p: Process do answered[p] end);

ctl "inevitably comes"
  forall p: Process do AG AF token = p end;

ctl "can stay"
  forall p: Process do EF EG token = p end;

ctl "step away from it"
  forall p: Process do AG EX token != p end;
