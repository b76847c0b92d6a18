-- expect: verdict=holds states=2 rules=2 code=W307 line=5
type P: scalarset(2);
var p: P;
startstate begin undefine p; end;
rule isundefined(p) ==> begin clear p; end;
rule !isundefined(p) ==> begin undefine p; end;
