-- The first leader is said by the start state: with claims about runs it is kept apart.
-- found: NODE 3
const N: 4;
type NODE: 1..N; S: enum {N_, T, C};
var at: array [NODE] of S; leader: NODE;
startstate begin for n: NODE do at[n] := N_; end; leader := 1; end;
weakfair ruleset n: NODE do
  rule "try" at[n] = N_ ==> begin at[n] := T; end;
  rule "enter" at[n] = T & (forall m: NODE do at[m] != C end) & (n = leader | at[leader] != T) ==> begin at[n] := C; leader := n; end;
  rule "leave" at[n] = C ==> begin at[n] := N_; end;
end;

ltl "the first leads until another one does" leader = 1 U leader != 1;
ltl "the first leads or enters" (leader = 1) U (at[2] = C | at[3] = C | at[4] = C | [] leader = 1);
ctl "the second may be the next one" E (leader = 1 U leader = 2);
ruleset n: NODE do ltl "everybody gets in" [] (at[n] = T -> <> at[n] = C); end;
