-- A claim names a place: the ring is not rotated for it.
-- found:
type P: 0..3;
var on: array [P] of boolean;
ruleset q: P do startstate begin for p: P do on[p] := p = q; end; end; end;
ruleset p: P do rule "pass" on[p] ==> begin on[p] := false; on[(p + 1) % 4] := true; end; end;
invariant "not at two" !on[2];
