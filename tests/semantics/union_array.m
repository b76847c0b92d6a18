-- 3: an array over a union has a place for each value of each member.
-- expect: verdict=holds states=2 rules=2
type P: scalarset(3); E: enum {one, two}; U: union {P, E};
var a: array [U] of 0..9; n: 0..9; b: boolean;
startstate begin b := false; clear a; n := 0; end;
rule begin
  for i: U do n := n + 1; a[i] := a[i] + 1; end; assert n = 5;
  for p: P do assert a[p] = 1; a[p] := 7; end; a[one] := 5;
  assert a[two] = 1 & forall i: U do ismember(i, P) -> a[i] = 7 end;
  n := 0; for i: U do if ismember(i, E) then n := n + a[i]; end; end; assert n = 6;
  n := 0; clear a; b := !b;
end;
