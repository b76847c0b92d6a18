-- 3: arrays over booleans, enums, ranges that start anywhere, scalarsets.
-- expect: verdict=holds states=2 rules=2
type E: enum {red, green}; P: scalarset(2);
var a: array [boolean] of array [E] of array [-2..-1] of 0..9; s: array [P] of boolean; b: boolean;
startstate begin clear a; clear s; b := false; end;
rule begin
  a[true][green][-1] := 5; assert a[true][green][-1] = 5 & a[true][green][-2] = 0 & a[false][green][-1] = 0;
  for p: P do s[p] := true; end; assert forall p: P do s[p] end; clear a; clear s; b := !b;
end;
