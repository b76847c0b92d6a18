-- A `clear` in a procedure is one of rules, wherever it stands and whatever start states do.
-- expect: symmetry=exact verdict=violated kind=invariant
-- permuted:
type P: scalarset(3);
var x, y: P; n: 0..2;
startstate begin clear x; undefine y; n := 0; end;
procedure pick(); begin clear x; end;
ruleset p: P do rule "set" n = 0 ==> begin y := p; undefine x; n := 1; end; end;
rule "again" n = 1 ==> begin pick(); n := 2; end;
invariant "another one" n = 2 -> x != y;
