-- A loop shifts the marks of a ring one by one: where it begins shows.
-- found:
type P: 0..3;
var on: array [P] of boolean;
ruleset q: P do startstate begin for p: P do on[p] := p = q; end; end; end;
rule "shift" begin for p: P do on[p] := on[(p + 1) % 4]; end; end;
invariant "somebody" exists p: P do on[p] end;
