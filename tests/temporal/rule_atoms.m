-- Atoms about rules: `enabled` of a state, `taken` of the step that leaves it.
--
-- A token goes round among three processes that have no names. In a stored state the token is always with the same
-- name, and a step is one instance that stands for several: whoever asks a stored step whether it is by process p, or
-- compares its argument with the name that p had at first, finds that all processes pass the token, or that one alone does.
--
-- expect: verdict=violated kind=ltl property="everyone passes it on" options="--deadlock=off"
-- claim: violated "everyone passes it on"
-- claim: holds "somebody passes it on"
-- claim: holds "who passes it on has it"
-- claim: holds "who has it can pass it on"
-- claim: holds "it comes by being passed on"
-- claim: violated "it comes from nobody"
-- claim: holds "the owner passes it on"
-- claim: holds "what is taken is enabled"
-- claim: violated "nobody rests"
-- claim: holds "steps of a state that stands still"
-- claim: holds "enabled is a step"
-- claim: holds "a rest can be put off"
-- claim: violated "a rest cannot be put off"
-- claim: holds "passed on again and again, by one of them alone"
-- claim: violated "it comes back at once"

type
  Process: scalarset(3);

var
  token: Process;
  resting: boolean;

ruleset p: Process do
  startstate
  begin
    token := p;
    resting := false;
  end;
end;

ruleset p: Process; q: Process do
  weakfair rule "pass"
    token = p & p != q & !resting
  ==>
  begin
    token := q;
  end;
end;

rule "rest"
  !resting
==>
begin
  resting := true;
end;

ltl "everyone passes it on"
  forall p: Process do
    ([]<> taken("pass")) -> ([]<> exists q: Process do taken("pass", p, q) end)
  end;

ltl "somebody passes it on"
  []<> (taken("pass") | resting);

ltl "who passes it on has it"
  forall p: Process; q: Process do [] (taken("pass", p, q) -> token = p) end;

ctl "who has it can pass it on"
  forall p: Process; q: Process do AG (enabled("pass", p, q) -> token = p & p != q) end;

ltl "it comes by being passed on"
  forall q: Process do
    [] (token != q & next token = q -> exists p: Process do taken("pass", p, q) end)
  end;

ltl "it comes from nobody"
  forall q: Process do
    [] (token != q & next token = q -> taken("pass", q, q))
  end;

ltl "the owner passes it on"
  [] (taken("pass") -> exists q: Process do taken("pass", token, q) end);

ltl "what is taken is enabled"
  [] (taken("pass") -> enabled("pass")) & [] (taken("rest") -> enabled("rest"));

ltl "nobody rests"
  [] !taken("rest");

ltl "steps of a state that stands still"
  [] (resting -> !taken("pass") & !taken("rest"));

mu "enabled is a step"
  nu Z. ((enabled("pass") -> <"pass"> true) & (<"pass"> true -> enabled("pass"))) & AX Z;

ctlstar "a rest can be put off"
  E [] !taken("rest");

ctlstar "a rest cannot be put off"
  A <> taken("rest");

ctlstar "passed on again and again, by one of them alone"
  forall p: Process do E ([]<> exists q: Process do taken("pass", p, q) end) end;

never "it comes back at once"
  { enabled("pass"); enabled("pass"); resting };
