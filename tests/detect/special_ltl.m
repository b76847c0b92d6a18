-- A leader that goes first: it gets in, others may starve behind it.
-- found: NODE 3
const N: 4; Leader: 2;
type NODE: 1..N; S: enum {N_, T, C};
var at: array [NODE] of S;
startstate begin for n: NODE do at[n] := N_; end; end;
weakfair ruleset n: NODE do
  rule "try" at[n] = N_ ==> begin at[n] := T; end;
  rule "enter" at[n] = T & (forall m: NODE do at[m] != C end) & (n = Leader | at[Leader] != T) ==> begin at[n] := C; end;
  rule "leave" at[n] = C ==> begin at[n] := N_; end;
end;

ltl "the leader gets in" [] (at[Leader] = T -> <> at[Leader] = C);
ltl "the third gets in" [] (at[3] = T -> <> at[3] = C);
ruleset n: NODE do ltl "everybody gets in" [] (at[n] = T -> <> at[n] = C); end;
ruleset n: NODE do ltl "all others get in" [] (n != Leader & at[n] = T -> <> at[n] = C); end;
ltl "somebody gets in" [] ((exists n: NODE do at[n] = T end) -> <> exists n: NODE do at[n] = C end);
