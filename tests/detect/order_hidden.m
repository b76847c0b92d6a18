-- One comparison by size, in one guard: a node may pass the token to greater ones only.
-- found:
type NODE: 1..3;
var token: NODE; had: array [NODE] of boolean;
startstate begin token := 1; for n: NODE do had[n] := n = 1; end; end;
ruleset n: NODE do rule "pass" token < n ==> begin token := n; had[n] := true; end; end;
rule "stay" begin had[token] := true; end;
invariant "three has it last" had[2] & token = 3 -> had[3];
invariant "never two only" !(token = 2 & had[3]);
