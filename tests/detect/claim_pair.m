-- Two literals in a claim are different values: all pairs of different ones are its orbit.
-- found: NODE 4
type NODE: 1..4;
var on: array [NODE] of boolean; many: 0..2;
startstate begin for n: NODE do on[n] := false; end; many := 0; end;
ruleset n: NODE do
  rule "on" !on[n] & many < 2 ==> begin on[n] := true; many := many + 1; end;
  rule "off" on[n] ==> begin on[n] := false; many := many - 1; end;
end;
invariant "not one and two" !(on[1] & on[2]);
invariant "not three" !(on[1] & on[2] & on[3]);
invariant "two alone" on[2] | !on[2];
cover "four and one" on[4] & on[1];
cover "all" on[1] & on[2] & on[3] & on[4];
liveness "three can be on" on[3];
liveness "one alone" on[1] & !on[2];
