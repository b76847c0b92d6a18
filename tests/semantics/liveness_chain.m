-- A long way round that leads back to a state from which the goal is one other step: who
-- goes the long way first has been everywhere before anything is known.
-- expect: verdict=holds states=2303

const
  ROUND: 200;
  GOALS: 2100;

var
  x: 0..ROUND + GOALS + 2;

startstate "home" begin x := 0; end;
startstate "a goal" begin x := ROUND + 2; end;

rule "towards the goals" x = 0 ==> begin x := ROUND + 1; end;
rule "the long way" x < ROUND ==> begin x := x + 1; end;
rule "home again" x = ROUND ==> begin x := 0; end;

ruleset g: 0..GOALS do
  rule "goal" x = ROUND + 1 ==> begin x := ROUND + 2 + g; end;
end;

rule "back" x > ROUND + 1 ==> begin x := 0; end;

liveness "a goal can be reached" x > ROUND + 1;
