-- A token goes round in rounds: each process has it once a round, in any order. Under weak
-- fairness everybody works, though after a round the names have changed places.
-- expect: verdict=holds
-- expect: verdict=violated property="works" options="--ignore-fairness"
type
  P: scalarset(4);
var
  at: P;
  done: array [P] of boolean;

ruleset p: P do startstate begin at := p; for q: P do done[q] := false; end; end; end;

weakfair ruleset p: P do
  rule "work" at = p & !done[p] ==> begin done[p] := true; end;
end;
weakfair ruleset p: P do
  ruleset q: P do
    rule "hand on" at = p & done[p] & !done[q] ==> begin at := q; end;
  end;
end;
weakfair rule "next round" forall q: P do done[q] end ==> begin for q: P do done[q] := false; end; end;
rule "idle" true ==> begin end;

ltl "works" forall p: P do []<> (at = p & done[p]) end;
ctl "works" forall p: P do AG AF (at = p & done[p]) end;
