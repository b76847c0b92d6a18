-- expect: verdict=holds code=W306 line=5
type P: scalarset(2); Q: scalarset(2);
var p: P; q: Q; b: boolean;
startstate begin b := false; end;
rule begin p := q;
  b := !b; end;
