-- Claims that name a place of a ring that was found, beside claims that do not. Rotations do not keep the former.
--
-- claim: holds without=violated "comes to two"
-- claim: violated "stays off two"
-- claim: holds "can come to two"
-- claim: holds without=violated "comes to each"
-- claim: violated "lit everywhere"
-- claim: violated "on two at last"
-- expect: verdict=violated property="stays off two" options="--deadlock=off"
const
  N: 4;
type
  P: 0..N-1;
var
  at: P;
  lit: array [P] of boolean;

ruleset s: P do startstate begin at := s; for p: P do lit[p] := false; end; end; end;

ruleset p: P do
  weakfair rule "on" at = p ==> begin at := (p + 1) % N; end;
  rule "blink" at = p ==> begin lit[p] := !lit[p]; end;
end;

ltl "comes to two" []<> at = 2;
ltl "stays off two" [] at != 2;
ctl "can come to two" AG EF (at = 2 & lit[2]);
ltl "comes to each" forall p: P do []<> at = p end;
ltl "lit everywhere" forall p: P do <> lit[p] end;
ltl "on two at last" <>[] at = 2;
