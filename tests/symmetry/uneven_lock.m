-- A lock that is handed round by messages. The start state prefers the last value, and leaves most locks undefined:
-- which of two undefined locks the claim reads first depends on the names.
-- expect: verdict=violated kind=assertion code=R801
-- permuted:
const N: 2;
type NODE: scalarset(N);
var start_node: NODE; message: array [NODE] of array [NODE] of boolean; has_lock: array [NODE] of boolean;
ruleset h: NODE do startstate
  for i: NODE do start_node := i; message[i][h] := false; has_lock[h] := (h = start_node); end;
end; end;
ruleset s: NODE; d: NODE do
rule "send" has_lock[s] ==> begin message[s][d] := true; has_lock[s] := false; end;
end;
ruleset s: NODE; d: NODE do
rule "receive" message[s][d] ==> begin message[s][d] := false; has_lock[d] := true; end;
end;
invariant "one" forall a: NODE do forall b: NODE do (has_lock[a] & has_lock[b]) -> a = b end end;
