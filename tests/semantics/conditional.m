-- `? :` groups to the right and evaluates one branch only.
-- expect: verdict=holds states=4 rules=4
var v: 0..3; z: 0..3;
startstate begin v := 0; end;
rule begin v := v = 0 ? 1 : v = 1 ? 2 : v = 2 ? 3 : 0; end;
rule v = 4 ==> begin end;
invariant (v = 9 ? z = 0 : true) & (true ? v : z) = v & (v < 2 ? v < 1 ? 10 : 11 : 12) = (v = 0 ? 10 : v = 1 ? 11 : 12);
