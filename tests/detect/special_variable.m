-- The leader is in a variable, and changes: nobody is special, all are alike.
-- found: NODE 4
const N: 4;
type NODE: 1..N; S: enum {N_, T, C};
var at: array [NODE] of S; leader: NODE;
ruleset l: NODE do startstate begin for n: NODE do at[n] := N_; end; leader := l; end; end;
weakfair ruleset n: NODE do
  rule "try" at[n] = N_ ==> begin at[n] := T; end;
  rule "enter" at[n] = T & (forall m: NODE do at[m] != C end) & (n = leader | at[leader] != T) ==> begin at[n] := C; leader := n; end;
  rule "leave" at[n] = C ==> begin at[n] := N_; end;
end;

ltl "a leader gets in" [] ((exists n: NODE do n = leader & at[n] = T end) -> <> exists n: NODE do n = leader & at[n] = C end);
ruleset n: NODE do ltl "who leads and tries gets in" [] (n = leader & at[n] = T -> <> at[n] = C); end;
ruleset n: NODE do ltl "everybody gets in" [] (at[n] = T -> <> at[n] = C); end;
ctl "the second can lead" AG EF leader = 2;
ctl "the first always leads" AG (leader = 1 -> AG leader = 1);
