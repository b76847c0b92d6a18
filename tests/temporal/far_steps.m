-- Values of a parameter may be so far apart that their difference does not fit 64 bits.
-- expect: verdict=violated
-- claim: violated "top"
-- claim: violated "top, at once"
-- claim: violated "top, in sequence"
-- claim: violated "not all of them"
-- claim: holds without=violated "served"
-- claim: holds without=violated "all"
var
  turn: boolean;
  last: -4611686018427387904..4611686018427387904;

startstate begin turn := false; last := 1; end;

strongfair ruleset i := -4611686018427387904 to 4611686018427387904 by 4611686018427387904 do
  rule "up" begin turn := !turn; last := i; end;
end;
rule "other" begin last := 1; end;
ruleset i := -4611686018427387904 to 4611686018427387904 by 4611686018427387904 do
  fair "seen" last != i;
end;

ruleset i := -4611686018427387904 to 4611686018427387904 by 4611686018427387904 do
  ltl "top" [] (i != 4611686018427387904);
  ctl "top, at once" AG (i < 4611686018427387904);
  never "top, in sequence" { i = 4611686018427387904 };
end;
ltl "not all of them" !(forall i := -4611686018427387904 to 4611686018427387904 by 4611686018427387904 do [] <> (last = i) end);
ltl "served" [] <> (last = 4611686018427387904);
ctl "all" forall i := -4611686018427387904 to 4611686018427387904 by 4611686018427387904 do AF (last = i) end;
