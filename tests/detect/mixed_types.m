-- One type, two kinds of values: the clock counts, the node is a name.
-- found: ID 4
type ID: 1..4;
var node: ID; clock: ID; on: array [ID] of boolean;
ruleset n: ID do startstate begin node := n; clock := 1; for m: ID do on[m] := false; end; end; end;
rule "tick" clock < 4 ==> begin clock := clock + 1; end;
rule "reset" clock = 4 ==> begin clock := 1; end;
ruleset n: ID do rule "go" clock = 2 & !on[n] ==> begin node := n; on[n] := true; end; end;
invariant "not all" exists n: ID do !on[n] end;
