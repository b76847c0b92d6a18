-- The comparison is inside a function, with its arguments exchanged.
-- found:
type NODE: 1..3;
var token: NODE; moved: boolean;
function after(a: NODE; b: NODE): boolean; begin return !(a <= b); end;
ruleset n: NODE do startstate begin token := n; moved := false; end; end;
ruleset n: NODE do rule "pass" after(n, token) ==> begin token := n; moved := true; end; end;
rule "stay" begin token := token; end;
invariant "one never comes back" !(moved & token = 1);
invariant "two never comes" !(moved & token = 2);
