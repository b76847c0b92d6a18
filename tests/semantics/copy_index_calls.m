-- 5.4, 7.2: the cells of a source are those of before the target's indices were evaluated, and
-- the functions that these call have cells of their own: none of the source's is overwritten.
-- expect: verdict=holds states=4 rules=4
type I: 0..1; A: array [boolean] of 0..3;
var a: array [I] of A; bags: array [I] of multiset [2] of A; turn: 0..3;
function less(n: 0..3): I; var here: 0..1; begin here := n > 0 ? n - 1 : 0; return here; end;
function last(n: 0..3): I; var one, two: 0..3; begin one := less(n); two := one + less(one + 1); return two = 0 ? 1 : 1; end;
startstate begin
  for b: boolean do a[0][b] := b ? 3 : 2; a[1][b] := 0; end;
  turn := 0;
end;
rule "copy" turn = 0 ==> begin
  a[last(2)] := a[0];
  assert a[1][true] = 3 & a[1][false] = 2 & a[0][true] = 3 & a[0][false] = 2;
  turn := 1;
end;
rule "copy inwards" turn = 1 ==> begin
  a[less(turn) + last(turn) <= 1 ? last(less(3 - turn)) : 0] := a[less(1)];
  assert a[1][true] = 3 & a[1][false] = 2;
  turn := 2;
end;
rule "add" turn = 2 ==> begin
  multisetadd(a[0], bags[last(less(turn))]);
  assert multisetcount(e: bags[1], bags[1][e][true] = 3 & bags[1][e][false] = 2) = 1;
  turn := 3;
end;
rule "back" turn = 3 ==> begin
  for b: boolean do a[1][b] := 0; end;
  multisetremovepred(e: bags[1], true);
  turn := 0;
end;
