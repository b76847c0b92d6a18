-- Liveness of the places except one, which a rule never leaves: it has to be told from the others.
-- found:
type P: 1..4;
var at: P;
ruleset q: P do startstate begin at := q; end; end;
rule "go" at != 3 ==> begin at := (at % 4) + 1; end;
rule "stay" begin at := at; end;
ruleset p: P do liveness "comes back" at = p; end;
