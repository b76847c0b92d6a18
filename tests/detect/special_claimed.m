-- A rule names one, claims name others: what a claim names costs nothing, though it looks as special as the leader.
-- found: NODE 3
const N: 4; Leader: 1;
type NODE: 1..N; S: enum {N_, T, C};
var at: array [NODE] of S; last: 0..N;
startstate begin for n: NODE do at[n] := N_; end; last := 0; end;
weakfair ruleset n: NODE do
  rule "try" at[n] = N_ ==> begin at[n] := T; end;
  rule "enter" at[n] = T & (forall m: NODE do at[m] != C end) ==> begin at[n] := C; if n != Leader then last := n; end; end;
  rule "leave" at[n] = C ==> begin at[n] := N_; end;
end;

ltl "the second is not the last for ever" [] (last = 2 -> <> last != 2);
ctl "the second can be the last" AG EF (last = 2);
ctl "the leader can be the last" EF (last = Leader);
ltl "the third is the last after the second" [] (last = 2 -> X (last = 2 | last = 3));
