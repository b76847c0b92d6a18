-- Only the leader ever leaves: everybody else can get in once, and then nobody.
-- found: NODE 3
const N: 4; Leader: 4;
type NODE: 1..N; S: enum {N_, T, C};
var at: array [NODE] of S;
startstate begin for n: NODE do at[n] := N_; end; end;
ruleset n: NODE do
  rule "try" at[n] = N_ ==> begin at[n] := T; end;
  rule "back" at[n] = T ==> begin at[n] := N_; end;
  rule "enter" at[n] = T & forall m: NODE do at[m] != C end ==> begin at[n] := C; end;
end;
rule "leave" at[Leader] = C ==> begin at[Leader] := N_; end;
ctl "the leader can always get out" AG (at[Leader] = C -> EF at[Leader] != C);
ctl "the first can always get out" AG (at[1] = C -> EF at[1] != C);
ctl "the leader can always get in" AG EF at[Leader] = C;
ruleset n: NODE do ctl "who is in and no leader stays" AG (n != Leader & at[n] = C -> AG at[n] = C); end;
ruleset n: NODE do ctl "who is in stays" AG (at[n] = C -> AG at[n] = C); end;
ctl "can get in" EF exists n: NODE do n != Leader & at[n] = C end;
