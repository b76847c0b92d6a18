-- A rule that names a process fails only if that process has not begun.
-- states: 5
type Process: 1..3;
var at: array [Process] of 0..1;
startstate begin undefine at; end;
ruleset p: Process do rule "begin" isundefined(at[p]) ==> begin at[p] := 0; end; end;
rule "look" at[2] = 0 ==> begin at[2] := 0; end;
