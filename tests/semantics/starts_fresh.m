-- 5.1: each startstate begins with everything undefined.
-- expect: verdict=holds states=4 rules=4
var v: 0..3; b: boolean;
startstate begin assert isundefined(v); v := 3; b := true; end;
startstate begin assert isundefined(v) & isundefined(b); b := false; end;
rule begin b := !b; end;
