-- A cover statement counts where the body of a start state comes to it; with every engine.
-- expect: verdict=violated kind=cover property="never"
-- expect: K=1 verdict=holds
const K: 0;
type P: scalarset(3);
var a: array [P] of 0..2;
startstate begin for p: P do a[p] := 0; end; cover "never" K = 1 | exists p: P do a[p] = 2 end; end;
startstate begin for p: P do a[p] := 2; end; cover "met" exists p: P do a[p] = 2 end; end;
ruleset p: P do
  rule "up" a[p] < 2 ==> begin a[p] := a[p] + 1; end;
  rule "back" a[p] = 2 ==> begin a[p] := 0; end;
end;
