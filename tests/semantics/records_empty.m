-- empty records and enums are accepted.
-- expect: verdict=holds states=2 rules=4
type E: enum {}; var r: record end; e: E; b: boolean;
startstate begin b := false; end;
rule begin b := !b; end;
rule begin r := r; assert r = r & isundefined(e); undefine r; clear r; end;
