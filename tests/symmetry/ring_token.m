-- A token goes round: the rotations of a ring are its symmetries, and they are exact.
-- expect: verdict=holds
-- permuted: R
const N: 6;
type R: ringset(N);
var token: R; state: array [R] of enum {Idle, Want, Critical};
ruleset r: R do startstate begin token := r; for i: R do state[i] := Idle; end; end; end;
ruleset r: R do
  rule "want" state[r] = Idle ==> begin state[r] := Want; end;
  rule "enter" state[r] = Want & token = r ==> begin state[r] := Critical; end;
  rule "leave" state[r] = Critical ==> begin state[r] := Idle; token := succ(r); end;
  rule "pass" token = r & state[r] = Idle ==> begin token := r + 1; end;
end;
invariant "mutual exclusion" forall i: R do forall j: R do i = j | state[i] != Critical | state[j] != Critical end end;
ruleset r: R do liveness "each enters" state[r] = Critical; end;
