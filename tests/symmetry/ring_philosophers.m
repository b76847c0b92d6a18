-- Forks between philosophers: states that are the same after some rotations have smaller orbits.
-- expect: verdict=violated kind=deadlock
-- expect: options=--deadlock=off verdict=holds
-- permuted: R
type R: ringset(6);
var fork: array [R] of boolean; state: array [R] of enum {Thinking, Holding, Eating};
startstate begin for r: R do fork[r] := true; state[r] := Thinking; end; end;
ruleset r: R do
  rule "left" state[r] = Thinking & fork[r] ==> begin fork[r] := false; state[r] := Holding; end;
  rule "right" state[r] = Holding & fork[succ(r)] ==> begin fork[succ(r)] := false; state[r] := Eating; end;
  rule "put" state[r] = Eating ==> begin fork[r] := true; fork[r - -1] := true; state[r] := Thinking; end;
end;
invariant "neighbours do not eat together" forall r: R do state[r] != Eating | state[pred(r)] != Eating end;
