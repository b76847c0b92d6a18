-- arrays and records fit if they are built alike; bounds count.
-- expect: HIGH=3 verdict=holds states=2 rules=2
-- expect: HIGH=2 verdict=rejected code=E401 line=9
const HIGH: 3;
type R1: record f: 0..3; g: array [boolean] of 0..1; end;
type R2: record f: 0..HIGH; g: array [boolean] of 0..1; end;
var r: R1; s: R2; b: boolean;
startstate begin clear r; clear s; b := false; end;
rule begin r.f := 2; s := r; assert r = s; clear r; clear s; b := !b; end;
