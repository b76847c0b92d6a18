-- expect: verdict=violated property="each can be at the bottom"
-- expect: N=3 TOP=2 verdict=violated property="each can be at the bottom"
-- permuted: P
-- A claim about each process that fails only behind one step out of one state: whoever
-- walks about at random hardly takes it, and from where he ends the goal is near.
const
  N: 5;
  TOP: 9;
type
  P: scalarset(N);
var
  v: array [P] of 0..TOP;
  lost, t: boolean;
startstate begin for p: P do v[p] := 0; end; lost := false; t := false; end;
ruleset p: P do
  rule "up" !lost & v[p] < TOP ==> begin v[p] := v[p] + 1; end;
  rule "down" !lost & v[p] > 0 ==> begin v[p] := v[p] - 1; end;
  liveness "each can be at the bottom" v[p] = 0;
end;
rule "lose" !lost & forall p: P do v[p] = TOP end ==> begin lost := true; end;
rule "tick" lost ==> begin t := !t; end;
