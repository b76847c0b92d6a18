-- An assumption names a value.
-- found: NODE 2
type NODE: 1..3;
var at: NODE; n: 0..2;
ruleset m: NODE do startstate begin at := m; n := 0; end; end;
ruleset m: NODE do rule "go" n < 2 & at != m ==> begin at := m; n := n + 1; end; end;
rule "again" n = 2 ==> begin n := 0; end;
assume "never at two" at != 2;
invariant "never at three" at != 3;
