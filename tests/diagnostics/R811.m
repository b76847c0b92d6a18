-- expect: verdict=violated kind=assertion code=R811 line=5
type P: scalarset(2); E: enum {red, green};
var u: union {P, E}; p: P;
startstate begin u := red; end;
rule begin p := u; end;
