-- A liveness property that cannot be evaluated in some state is a run-time error, with every engine.
-- expect: verdict=violated kind=assertion code=R801 line=12
type P: scalarset(3);
var at: array [P] of 0..2; y: 0..1;
startstate begin for p: P do at[p] := 0; end; y := 0; end;
ruleset p: P do
  rule "on" at[p] < 2 ==> begin at[p] := at[p] + 1; end;
  rule "off" at[p] = 2 ==> begin at[p] := 0; end;
end;
rule "lose" forall p: P do at[p] = 2 end ==> begin undefine y; end;
rule "find" exists p: P do at[p] = 1 end ==> begin y := 1; end;
liveness "y" y = 0 | y = 1;
