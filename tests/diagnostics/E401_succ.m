-- Only places on a ring have neighbours.
-- expect: verdict=rejected code=E401 line=6
type P: scalarset(3);
var p: P;
startstate begin undefine p; end;
rule "next" !isundefined(p) ==> begin p := succ(p); end;
