-- Each process gets a value of its own. Whether a comparison of the loops is ever false depends on the order of the
-- rounds, and every order is that of some state.
type P: scalarset(3);
var v: array [P] of 0..3; next: 0..4; m: -1..3;
startstate begin
  for p: P do v[p] := 0; end;
  next := 1; m := -1;
end;
ruleset p: P do
  rule "take" v[p] = 0 & next < 4 ==> begin v[p] := next; next := next + 1; end;
end;
rule "greatest" next = 4 & m = -1 ==>
begin
  for p: P do
    if v[p] > m then
      m := v[p];
    end;
  end;
end;
rule "least" next = 4 & m = 3 ==>
begin
  for p: P do
    if v[p] < m then
      m := v[p];
    end;
  end;
end;
rule "again" m = 1 ==> begin m := -1; end;
