-- `clear` of a scalarset gives its first value, with a warning.
-- expect: verdict=holds states=3 rules=12 code=W307
type P: scalarset(3);
var p: P;
startstate begin clear p; end;
ruleset i: P do rule begin p := i; end; end;
rule begin clear p; end;
