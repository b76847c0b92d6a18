-- Rows over processes that constants choose, of arrays and of records: each process has its cells in all of them.
-- expect: verdict=holds states=124 rules=300
-- permuted: P
type P: scalarset(3); Two: 4..6; E: enum {low, high};
  Cell: record a: 0..1; row: array [P] of 0..2; b: array [Two] of array [P] of boolean; end;
var grid: array [Two] of array [P] of 0..2; part: array [E] of Cell; n: 0..3;
startstate begin
  for i: Two do for p: P do grid[i][p] := 0; end; end;
  for e: E do part[e].a := 0; for p: P do part[e].row[p] := 0; for i: Two do part[e].b[i][p] := false; end; end; end;
  n := 0;
end;
ruleset p: P do
  rule "first" grid[5][p] = 0 & grid[6][p] = 0 & n < 3 ==> begin grid[5][p] := 1; n := n + 1; end;
  rule "second" grid[5][p] = 1 & part[high].row[p] = 0 ==> begin grid[6][p] := 2; part[high].row[p] := 2; grid[5][p] := 0; end;
  rule "third" part[high].row[p] = 2 & !part[low].b[6][p] ==> begin part[low].b[6][p] := true; part[high].b[4][p] := true; end;
  rule "back" part[low].b[6][p] & part[high].b[4][p] ==> begin
    undefine part[high].b[4]; for q: P do part[high].b[4][q] := false; end;
    part[low].b[6][p] := false; part[high].row[p] := 0; grid[6][p] := 0; n := n - 1; end;
end;
ruleset p: P do invariant "rows" grid[4][p] = 0 & !part[low].b[4][p] & part[low].row[p] = 0 & (grid[6][p] = 2 -> part[high].row[p] = 2); end;
