-- 5.6: whole records and arrays by reference, and on through a second call.
-- expect: verdict=holds states=2 rules=2
type R: record f: 0..3; a: array [boolean] of 0..3; end;
var r: R; b: boolean;
procedure inner(var a: array [boolean] of 0..3); begin a[true] := 3; end;
procedure outer(var s: R); begin s.f := 2; inner(s.a); end;
startstate begin clear r; b := false; end;
rule begin outer(r); assert r.f = 2 & r.a[true] = 3 & r.a[false] = 0; clear r; b := !b; end;
