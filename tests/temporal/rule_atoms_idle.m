-- A parameter that the rule does not use tells its instances apart all the same, if a claim asks for it.
--
-- expect: verdict=violated kind=ltl property="everyone ticks" options="--deadlock=off"
-- claim: violated "everyone ticks"
-- claim: violated "nobody ticks alone"
-- claim: holds "somebody ticks"
-- claim: holds "one alone may tick"
-- claim: violated "it does not stop the clock"
-- claim: violated "others do not stop the clock"

type
  Process: scalarset(3);

var
  lit: boolean;
  over: boolean;

startstate
begin
  lit := false;
  over := false;
end;

ruleset p: Process do
  rule "tick"
    !over
  ==>
  begin
    lit := !lit;
  end;
end;

rule "stop"
  !over
==>
begin
  over := true;
end;

ltl "everyone ticks"
  forall p: Process do <> taken("tick", p) end;

ltl "nobody ticks alone"
  forall p: Process do <> !taken("tick", p) end;

ltl "somebody ticks"
  []<> (taken("tick") | over);

ctlstar "one alone may tick"
  forall p: Process do E [] taken("tick", p) end;

ltl "it does not stop the clock"
  forall p: Process do [] !(taken("tick", p) & next taken("stop")) end;

ltl "others do not stop the clock"
  forall p: Process do [] !(taken("tick") & !taken("tick", p) & next taken("stop")) end;
