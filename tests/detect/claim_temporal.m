-- Claims about runs of named processes.
-- found: NODE 3
type NODE: 1..3;
var on: array [NODE] of boolean; turn: boolean;
startstate begin for n: NODE do on[n] := false; end; turn := false; end;
ruleset n: NODE do
  rule "on" !on[n] & !turn ==> begin on[n] := true; turn := true; end;
  rule "off" on[n] ==> begin on[n] := false; turn := false; end;
end;
ltl "two comes" F on[2];
ltl "never both" G !(on[1] & on[2]);
ctl "one may come" AG EF on[1];
ctl "three must" AF on[3];
