-- 5.6: var parameters are locations, bound at the call; two may be one.
-- expect: verdict=holds states=2 rules=2
type T: 0..9;
var a: array [0..2] of T; i: 0..2; b: boolean;
procedure swap(var m, n: T); var t: T; begin t := m; m := n; n := t; end;
procedure both(var m: T; var n: T); begin m := 1; n := n + 1; assert m = n; end;
procedure move(var m: T); begin i := 2; m := 9; end;
startstate begin b := false; clear a; i := 0; end;
rule begin
  a[0] := 1; a[1] := 2; swap(a[0], a[1]); assert a[0] = 2 & a[1] = 1; swap(a[0], a[0]); assert a[0] = 2;
  both(a[2], a[2]); assert a[2] = 2;
  i := 1; move(a[i]); assert a[1] = 9 & a[2] = 2;
  clear a; i := 0; b := !b;
end;
