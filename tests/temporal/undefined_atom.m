-- An atom that reads an undefined value leaves its claim open, and only that.
-- expect: verdict=unknown
var
  level: 0..2;
  steps: 0..1;

startstate begin undefine level; steps := 0; end;

rule "take" steps = 0 ==> begin level := 1; steps := 1; end;
rule "drop" steps = 1 ==> begin undefine level; steps := 0; end;

ltl "open" [] (level = 1 -> <> steps = 0);
ltl "fine" [] (steps = 1 -> <> steps = 0);
