-- Claims about each process where a rule has two parameters over processes. In compiled code the first of
-- them has been taken out of its entry when the second one is; the parts that go on are parts of the entries
-- of the state, not of those.
--
-- permuted: P, Q
-- expect: options="--deadlock=off --compile=always" verdict=violated kind=liveness property="never"
-- expect: options="--deadlock=off --compile=never" verdict=violated kind=liveness property="never"
type
  P: scalarset(3);
  Q: scalarset(2);
var
  a: array [P] of 0..0;
  b: array [Q] of boolean;
  o: P;

startstate
begin
  for q: Q do
    b[q] := false;
  end;
end;

ruleset i: P; j: P do
  rule "pass"
  begin
    a[i] := 0;
    o := j;
  end;
end;

ruleset q: Q do
  rule "flip"
  begin
    b[q] := !b[q];
  end;
end;

ruleset i: P do
  liveness "never" false;
end;
