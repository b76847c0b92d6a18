-- Claims end without a sign between them, and names may be spelt like operators of formulas: nothing of that is refused.
-- expect: verdict=holds states=4 options="--deadlock=off"
var
  F, until, once: boolean;
  x: 0..3;

startstate begin F := true; until := true; once := true; x := 0; end

rule "up" x < 3 ==> begin x := x + 1; end

invariant "in F" F
ltl "always" [] (x < 4)
invariant until
mu "on and on" nu Z. until & AX Z
invariant once
fair x = 3
strongfair x = 1 -> x = 2
invariant "or" once | F
never "four" { x = 4 }
assume "given" once
cover "three" x = 3
