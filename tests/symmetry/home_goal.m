-- expect: verdict=violated property="each can be at the top"
-- expect: N=3 TOP=2 verdict=violated property="each can be at the top"
-- permuted: P
-- A claim about each process that fails, in a graph whose states all reach each other:
-- there is a state that every other can reach, and from it the goal cannot be reached.
const
  N: 5;
  TOP: 9;
type
  P: scalarset(N);
var
  v: array [P] of 0..TOP+1;
startstate begin for p: P do v[p] := 0; end; end;
ruleset p: P do
  rule "up" v[p] < TOP ==> begin v[p] := v[p] + 1; end;
  rule "down" v[p] > 0 ==> begin v[p] := v[p] - 1; end;
  liveness "each can be at the bottom" v[p] = 0;
  liveness "each can be at the top" v[p] = TOP + 1;
end;
