-- Whether a claim meets an undefined value depends on where it begins: the ring is not rotated.
-- found:
type P: 0..3;
var who: P; on: array [P] of boolean; val: array [P] of 0..1;
ruleset q: P do startstate begin for p: P do on[p] := p != q; end; undefine val; val[q] := 1; who := q; end; end;
ruleset p: P do rule "go" on[p] & on[(p + 1) % 4] ==> begin on[p] := false; val[p] := 0; end; end;
invariant "one" exists p: P do val[p] = 1 end;
