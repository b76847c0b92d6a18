-- The same, but the clock is an index of what nodes index: one kind, and it counts.
-- found:
type ID: 1..3;
var node: ID; clock: ID; on: array [ID] of boolean;
ruleset n: ID do startstate begin node := n; clock := 1; for m: ID do on[m] := false; end; end; end;
rule "tick" clock < 3 ==> begin clock := clock + 1; on[clock] := true; end;
ruleset n: ID do rule "go" clock = 2 & !on[n] ==> begin node := n; on[n] := true; end; end;
rule "reset" clock = 3 ==> begin clock := 1; end;
invariant "not all" exists n: ID do !on[n] end;
invariant "one last" !on[1];
