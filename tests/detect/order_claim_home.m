-- A rule names 1, which is less than all others: comparing with it is no matter of taste.
-- found:
type NODE: 1..4;
var on: array [NODE] of boolean; turn: boolean;
startstate begin for n: NODE do on[n] := false; end; turn := false; end;
ruleset n: NODE do rule "on" n != 1 & !on[n] ==> begin on[n] := true; end; end;
rule "first" on[2] ==> begin on[1] := !on[1]; turn := !turn; end;
invariant "the lesser is on" forall a: NODE do forall b: NODE do a < b & on[a] -> on[b] end end;
