-- A ring that was found, but all runs start at one place: claims about each place are not alike.
--
-- claim: violated "does not start here"
-- claim: violated "comes here at last, not at first"
-- claim: holds "comes here"
-- expect: verdict=violated property="does not start here" options="--deadlock=off"
const
  N: 4;
type
  P: 0..N-1;
var
  at: P;
  lit: array [P] of boolean;

startstate begin at := 2; for p: P do lit[p] := false; end; end;

ruleset p: P do
  rule "on" at = p & lit[p] ==> begin at := (p + 1) % N; lit[p] := false; end;
  rule "light" at = p & !lit[p] ==> begin lit[p] := true; end;
end;

ruleset p: P do ltl "does not start here" at != p; end;
ruleset p: P do ltl "comes here at last, not at first" at != p & <> at = p; end;
ruleset p: P do ltl "comes here" []<> at = p; end;
