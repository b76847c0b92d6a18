-- Labels of a switch are literals.
-- found: NODE 2
type NODE: 1..4;
var at: NODE; x: 0..2;
ruleset n: NODE do startstate begin at := n; x := 0; end; end;
ruleset n: NODE do rule "go" begin at := n; switch n case 2: x := 1; case 3: x := 2; else x := 0; end; end; end;
invariant "two comes with 1" at = 2 -> x != 1;
