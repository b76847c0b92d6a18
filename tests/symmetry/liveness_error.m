-- A liveness claim about each process that has no value in one corner of the graph,
-- although every process can meet its goal from everywhere.
-- expect: symmetry=exact verdict=violated kind=assertion code=R801
-- permuted: P
type P: scalarset(4);
var a: array [P] of 0..15; q: array [P] of 0..1;
startstate begin for p: P do a[p] := 0; q[p] := 0; end; end;
ruleset p: P do
  rule "step" a[p] < 15 & (forall r: P do r = p | !isundefined(q[r]) end) ==> begin
    a[p] := a[p] + 1;
    if a[p] = 14 & (forall r: P do r = p | a[r] = 15 end) then undefine q[p]; else q[p] := 1; end;
  end;
  rule "back" a[p] = 15 & (forall r: P do !isundefined(q[r]) end) ==> begin a[p] := 0; q[p] := 0; end;
  liveness "every process is on again" q[p] = 1;
end;
