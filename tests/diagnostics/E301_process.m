-- expect: verdict=rejected code=E301 line=5
type P: scalarset(2); var a: array [P] of boolean;
startstate begin clear a; end;
ruleset p: P do rule begin a[p] := !a[p]; end; end;
ltl "whose" [] <> a[p];
