-- A body with an array over processes of its own: compiled for packed states only, while
-- the states are kept as values and counts.
-- expect: symmetry=exact verdict=holds states=30 rules=160
-- permuted: P
type P: scalarset(4);
var a: array [P] of 0..2; n: 0..1;
startstate begin for p: P do a[p] := 0; end; n := 0; end;
ruleset p: P do
  rule "up" a[p] < 2 ==> begin a[p] := a[p] + 1; end;
  rule "back" a[p] = 2 ==>
    var l: array [P] of boolean;
  begin
    for q: P do l[q] := a[q] = 1; end;
    if l[p] then n := 1; else a[p] := 0; n := 1 - n; end;
  end;
  rule "down" a[p] = 1 ==>
    var l: array [P] of boolean;
  begin
    for q: P do l[q] := a[q] = 2; end;
    if exists q: P do l[q] end then a[p] := 0; end;
  end;
end;
