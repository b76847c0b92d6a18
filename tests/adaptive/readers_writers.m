-- Two readers and a writer (survey, figure 10): readers may read together, unless the writer writes.
-- states: 9
const Writer: 3;
type Process: 1..3; Local: enum {Normal, Trying, Critical};
var at: array [Process] of Local;
startstate begin for p: Process do at[p] := Normal; end; end;
ruleset p: Process do
  rule "try" at[p] = Normal ==> begin at[p] := Trying; end;
  rule "enter" at[p] = Trying & forall q: Process do at[q] != Critical end ==> begin at[p] := Critical; end;
  rule "read too" at[p] = Trying & p != Writer & at[Writer] != Critical ==> begin at[p] := Critical; end;
  rule "leave" at[p] = Critical ==> begin at[p] := Normal; end;
end;
invariant "the writer is alone" at[Writer] = Critical -> forall p: Process do p != Writer -> at[p] != Critical end;
