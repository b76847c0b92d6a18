-- Interchangeable values, but all runs start with one of them, which a loop has picked: claims about each of them are not
-- alike, although rules treat them so. Each choice of the parameters is judged from the start state that there is.
--
-- claim: violated "does not start here"
-- claim: violated "comes here at last, not at first"
-- claim: holds without=violated "comes here"
-- claim: violated "somebody else is there"
-- claim: violated "not here and lit"
-- claim: holds "lit in between"
-- expect: verdict=violated property="does not start here" options="--deadlock=off"
-- expect: verdict=violated property="does not start here" options="--deadlock=off --symmetry=off"
-- expect: verdict=holds options="--deadlock=off --property=32"
type
  P: scalarset(4);
var
  at: P;
  lit: array [P] of boolean;

startstate begin
  for p: P do lit[p] := false; at := p; end;
end;

ruleset p: P do
  weakfair rule "light" at = p & !lit[p] ==> begin lit[p] := true; end;
  ruleset q: P do
    strongfair rule "on" at = p & lit[p] & p != q ==> begin at := q; lit[q] := false; end;
  end;
end;

ruleset p: P do ltl "does not start here" at != p; end;
ruleset p: P do ltl "comes here at last, not at first" at != p & <> at = p; end;
ruleset p: P do ltl "comes here" []<> at = p; end;
ctl "somebody else is there" forall p: P do at != p end;
ruleset p: P do never "not here and lit" { true; at = p & lit[p] }; end;
ruleset p: P do ltl "lit in between" [] (at = p & !lit[p] -> <> lit[p]); end;
