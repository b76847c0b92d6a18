-- Numbers on a ring, where one place is told from the others by nothing but a mark of fairness.
--
-- Steps and states are rotated into each other, and so the ring is found; but the rule of place 1 is fair, those of the
-- others are not. Where points are followed by name the rotations are not to be used: on stored states it is always
-- place 1 that has the ball.
--
-- claim: violated "each is left"
-- claim: holds "can be left"
-- expect: verdict=violated property="each is left" options="--deadlock=off"
const
  N: 3;
type
  P: 1..N;
var
  at: P;
  lit: array [P] of boolean;

ruleset p: P do startstate begin at := p; for q: P do lit[q] := false; end; end; end;

ruleset p: P do
  rule "blink" at = p ==> begin lit[p] := !lit[p]; end;
end;
weakfair rule "from one" at = 1 ==> begin at := 2; end;
rule "from two" at = 2 ==> begin at := 3; end;
rule "from three" at = 3 ==> begin at := 1; end;

ruleset p: P do ltl "each is left" [] (at = p -> <> at != p); end;
ctl "can be left" forall p: P do AG EF at != p end;
