-- One scalarset, a rule with two parameters that changes nothing, and a loop over all: a claim that fails once
-- everybody is at 0.
--
-- permuted: P
-- expect: options="--deadlock=off --compile=always" verdict=violated kind=liveness property="l"
-- expect: options="--deadlock=off --compile=never" verdict=violated kind=liveness property="l"
type
  P: scalarset(2);
var
  g: 0..1;
  a: array [P] of 0..2;

startstate
begin
  for p: P do
    a[p] := 2;
  end;
  g := 0;
end;

ruleset i: P do
  rule "round" g = 0 ==>
  begin
    a[i] := (a[i] + 1) % 3;
  end;

  rule "reset" a[i] != 0 ==>
  begin
    for p: P do
      if a[p] = 1 then
        a[p] := 0;
      end;
    end;
    g := (g + 1) % 2;
  end;

  ruleset j: P do
    rule "look" a[i] = 1 & a[j] != 0 ==>
    begin
    end;
  end;

  liveness "l" g = 0;
end;
