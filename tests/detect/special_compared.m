-- Lower numbers go first: all are told apart.
-- found:
const N: 4;
type NODE: 1..N; S: enum {N_, T, C};
var at: array [NODE] of S;
startstate begin for n: NODE do at[n] := N_; end; end;
weakfair ruleset n: NODE do
  rule "try" at[n] = N_ ==> begin at[n] := T; end;
  rule "enter" at[n] = T & (forall m: NODE do at[m] != C end) & !exists m: NODE do m < n & at[m] = T end ==> begin at[n] := C; end;
  rule "leave" at[n] = C ==> begin at[n] := N_; end;
end;

ltl "the first gets in" [] (at[1] = T -> <> at[1] = C);
ltl "the second gets in" [] (at[2] = T -> <> at[2] = C);
ctl "the last can get in" AG EF at[4] = C;
