-- A token that goes round among three: one orbit, and a loop that turns the names.
--
-- The holder passes the token to the one that did not have it just before, so that it
-- goes round in one direction. Up to symmetry the silent states are one node with one
-- edge, and only after three turns of it every process has its old name again. What is
-- served along the loop is a question about the orbits of that turning.
--
-- expect: verdict=violated kind=ltl property="somebody shouts"
-- claim: violated "somebody shouts"
-- claim: violated "everyone shouts"
-- claim: holds without=violated "everyone gets it"
-- claim: violated "everyone gets it in three steps"
-- claim: holds "never straight back"
-- claim: violated "never round"
-- claim: holds without=violated "always at last"
-- claim: violated "by any steps at last"
-- claim: holds "some way"

type
  Process: scalarset(3);

var
  at, before: Process;
  shouted: array [Process] of boolean;

ruleset p: Process; q: Process do
  startstate
  begin
    for r: Process do
      shouted[r] := false;
    end;
    at := p;
    before := q;
  end;
end;

assume "it came from another one"
  at != before;

weakfair ruleset p: Process do
  ruleset q: Process do
    rule "pass"
      at = p & q != p & q != before
    ==>
    begin
      before := p;
      at := q;
    end;
  end;

  rule "shout"
    at != p
  ==>
  begin
    shouted[p] := true;
  end;
end;

ltl "somebody shouts"
  <> exists p: Process do shouted[p] end;

ltl "everyone shouts"
  forall p: Process do <> shouted[p] end;

ltl "everyone gets it"
  forall p: Process do []<> at = p end;

ltl "everyone gets it in three steps"
  forall p: Process do [] (at = p -> X X X at = p) end;

ruleset p: Process do
  never "never straight back"
    { at = p; at != p; at = p };

  never "never round"
    { at = p; at != p; at != p; at = p };
end;

ctl "always at last"
  forall p: Process do AG AF at = p end;

mu "by any steps at last"
  forall p: Process do mu Z. at = p | AX Z end;

mu "some way"
  forall p: Process do mu Z. at = p | <"pass"> Z end;
