-- Start states prefer the last process, and only it is where nobody may be. That the first one is not is found out far from the
-- start, by a search whose automaton must be at the start with the model: it says nothing of the others.
--
-- claim: violated "not here, and lit at last"
-- expect: verdict=violated property="not here, and lit at last"
-- expect: verdict=violated property="not here, and lit at last" options="--symmetry=off"
const
  M: 700;
type
  P: scalarset(3);
var
  at: P;
  n: 0..M;
  lit: array [P] of boolean;

startstate begin for p: P do lit[p] := false; at := p; end; n := 0; end;

ruleset p: P do
  weakfair rule "light" !lit[p] ==> begin lit[p] := true; end;
  weakfair rule "dark" lit[p] ==> begin lit[p] := false; end;
end;
weakfair rule "count" n < M ==> begin n := n + 1; end;

ruleset p: P do ltl "not here, and lit at last" at != p & <> (lit[p] & <> (!lit[p] & <> lit[p])); end;
