-- The same with two parameters: of two different processes none is the other one.
--
-- permuted: P
-- expect: options=--deadlock=off verdict=violated kind=liveness property="same"
-- expect: options="--deadlock=off --compile=never" verdict=violated kind=liveness property="same"
type
  P: scalarset(4);
var
  a: array [P] of 0..1;
  q: array [P] of P;

startstate
begin
  for w: P do
    a[w] := 1;
  end;
end;

ruleset i: P; j: P do
  rule "point"
  begin
    q[j] := i;
  end;
end;

ruleset p: P; r: P do
  liveness "same" r = p;
end;
