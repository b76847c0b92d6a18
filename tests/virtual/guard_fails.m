-- A guard that cannot be evaluated where the leader has begun, and others have.
-- virtual: not used
const L: 1;
type P: 1..4;
var at: array [P] of 0..1; on: boolean;
startstate begin undefine at; on := false; end;
ruleset p: P do
  rule "begin" isundefined(at[p]) ==> begin at[p] := 0; end;
end;
rule "look" at[L] = 0 ==> begin on := !on; end;
