-- 5.3: quantifiers stop early, several at once, and over empty ranges.
-- expect: verdict=holds states=2 rules=2
var a: array [0..3] of 0..3; z: 0..3; b: boolean;
startstate begin for i: 0..2 do a[i] := i; end; b := false; end;
rule begin
  assert forall i := 1 to 0 do z = 0 end & !exists i := 1 to 0 do z = 0 end;
  assert exists i: 0..3 do a[i] = 2 end; assert !forall i: 0..3 do a[i] < 2 end;
  assert exists i: 0..2; j: 0..2 do i != j & a[i] + a[j] = 3 end;
  assert forall i: 0..2; j: 0..2 do a[i] = a[j] -> i = j end; assert forall i := 2 to 0 by -1 do a[i] = i end; b := !b;
end;
