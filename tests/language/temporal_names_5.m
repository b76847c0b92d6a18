-- words of fairness, of the past and of rules are names wherever they are declared
-- expect: verdict=holds states=2
const fair: 1; type ctlstar: 0..fair; since: enum {once, historically, previous};
var enabled, taken: ctlstar; O: since; H: array [ctlstar] of boolean; S: record Y: ctlstar; end;
procedure strongfair(fair: ctlstar); begin enabled := fair; end;
function previous_one(taken: ctlstar): ctlstar; begin return 1 - taken; end;
startstate begin enabled := 0; taken := 1; O := once; clear H; S.Y := 0; end;
rule "r" enabled = 0 ==> begin strongfair(fair); end;
rule "s" enabled = 1 & O = once ==> begin strongfair(previous_one(1)); H[0] := false; end;
ruleset once: ctlstar do invariant H[once] = false | O = historically; end;
ltl "names" [] (enabled = 0 -> next (enabled = 1 & taken = fair & S.Y = 0));
