-- Rounds leave different values in a variable of the state, for a moment: watching takes it for tainted,
-- and there is no conflict that orders would be tried for.
-- expect: verdict=holds
-- permuted: 
type P: scalarset(3);
var who: P; keeper: P;
ruleset p: P do startstate begin who := p; keeper := p; end; end;
rule "look" true ==> begin for p: P do who := p; who := keeper; end; end;
ruleset p: P do rule "change" who = keeper ==> begin keeper := p; who := p; end; end;
invariant "kept" who = keeper;
