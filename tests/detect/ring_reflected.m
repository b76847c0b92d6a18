-- Both neighbours are treated alike, in whatever words: rotations and reflections.
-- found: P 6
type P: 0..5;
var on: array [P] of boolean;
function before(p: P): P; begin if p = 0 then return 5; else return p - 1; end; end;
startstate begin for p: P do on[p] := false; end; end;
ruleset p: P do
  rule "on" !on[before(p)] & !on[(p + 1) % 6] ==> begin on[p] := true; end;
  rule "off" on[p] ==> begin on[p] := false; end;
end;
invariant "no neighbours" forall p: P do !(on[p] & on[(p + 1) % 6]) end;
cover "three" exists p: P do on[p] & on[(p + 2) % 6] & on[(p + 4) % 6] end;
