-- Two places of a ring at once: pairs are alike if one is rotated into the other, so their distance counts.
--
-- Numbers on a ring that can be rotated and reflected, but for claims that say which way.
--
-- claim: holds "neighbours keep off each other"
-- claim: violated "any two keep off each other"
-- claim: violated "this way round"
-- claim: violated "everybody dines"
-- claim: holds without=violated "somebody dines"
-- claim: violated "one after the other"
-- claim: holds "it was taken here"
-- claim: violated "it was taken next door"
-- claim: holds "what is enabled"
-- claim: holds "opposite ones can dine"
-- claim: holds "no three"
-- expect: verdict=violated property="any two keep off each other" options="--deadlock=off"
const
  N: 4;
type
  P: 1..N;
var
  place: array [P] of enum {thinks, waits, dines};

function right(p: P): P; begin return (p % N) + 1; end;
function left(p: P): P; begin return p = 1 ? N : p - 1; end;

startstate begin for p: P do place[p] := thinks; end; end;

ruleset p: P do
  rule "wait" place[p] = thinks ==> begin place[p] := waits; end;
  strongfair rule "dine" place[p] = waits & place[right(p)] != dines & place[left(p)] != dines ==>
    begin place[p] := dines; end;
  weakfair rule "think" place[p] = dines ==> begin place[p] := thinks; end;
end;
rule "idle" true ==> begin end;

ltl "neighbours keep off each other" forall p: P do [] !(place[p] = dines & place[right(p)] = dines) end;
ltl "any two keep off each other" forall p: P do forall q: P do p != q -> [] !(place[p] = dines & place[q] = dines) end end;
ltl "this way round" forall p: P do [] (place[p] = dines -> (place[p] = dines U place[right(p)] = waits)) end;
ruleset p: P do ltl "everybody dines" [] (place[p] = waits -> <> place[p] = dines); end;
ltl "somebody dines" [] (exists p: P do place[p] = waits end -> <> exists p: P do place[p] = dines end);
ltl "one after the other" exists p: P do <>[] place[p] = thinks end;
ltl "it was taken here" forall p: P do [] (taken("think", p) -> X place[p] = thinks) end;
ltl "it was taken next door" forall p: P do [] (taken("think", p) -> X place[right(p)] != thinks) end;
ltl "what is enabled" forall p: P do [] (enabled("think", p) -> place[p] = dines) end;
ruleset p: P; q: P do ctl "opposite ones can dine" p = right(q) | q = right(p) | AG EF (place[p] = dines & place[q] = dines); end;
never "no three" { exists p: P do place[p] = dines & place[right(p)] = dines end };
