-- A ring by remainders, walked in one direction: rotations.
-- found: P 5
type P: 1..5; S: enum {idle, has, done};
var s: array [P] of S;
ruleset q: P do startstate begin for p: P do s[p] := idle; end; s[q] := has; end; end;
ruleset p: P do rule "pass" s[p] = has & s[(p % 5) + 1] != has ==> begin s[p] := done; s[(p % 5) + 1] := has; end; end;
ruleset p: P do rule "rest" s[p] = done ==> begin s[p] := idle; end; end;
invariant "one has it" forall p: P do forall q: P do s[p] = has & s[q] = has -> p = q end end;
