-- The first goes before the second, and both before the others, by their names.
-- found: NODE 3
const N: 5;
type NODE: 1..N; S: enum {N_, T, C};
var at: array [NODE] of S;
startstate begin for n: NODE do at[n] := N_; end; end;
weakfair ruleset n: NODE do
  rule "try" at[n] = N_ ==> begin at[n] := T; end;
  rule "enter" at[n] = T & (forall m: NODE do at[m] != C end)
    & (n = 1 | (at[1] != T & (n = 2 | at[2] != T))) ==> begin at[n] := C; end;
  rule "leave" at[n] = C ==> begin at[n] := N_; end;
end;

ltl "the first gets in" [] (at[1] = T -> <> at[1] = C);
ltl "the second gets in" [] (at[2] = T -> <> at[2] = C);
ltl "the second gets in if the first is away for ever" <> [] (at[1] = N_) -> [] (at[2] = T -> <> at[2] = C);
ltl "the third gets in" [] (at[3] = T -> <> at[3] = C);
ctl "the fifth can get in" AG EF at[5] = C;
