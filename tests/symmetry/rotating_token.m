-- A token that moves among idle processes: permuting the state is progress, no deadlock.
-- expect: verdict=holds
-- permuted: P
type P: scalarset(3);
var at: P; idle: array [P] of boolean;
ruleset p: P do startstate "anywhere" begin at := p; for i: P do idle[i] := true; end; end; end;
ruleset p: P do rule "move" at != p ==> begin at := p; end; end;
