-- Cells of a local array, by constants and by values: they are the same cells.
-- expect: verdict=holds states=40 rules=80
var x, r: 0..9;
startstate begin x := 0; r := 0; end;
rule "mix"
  var a: array [0..3] of 0..9; var b: array [0..3] of 0..9;
begin
  a[1] := 8;
  for i: 0..3 do a[i] := i; end;
  a[2] := 7;
  b := a;
  r := b[(x + 2) % 4];
  a[x % 4] := (x + 1) % 10;
  x := a[2] = 7 ? (r + a[1] + x) % 10 : a[2];
end;
rule "next" begin x := (x + 1) % 10; end;
