-- words of temporal claims are names wherever they are declared
-- expect: verdict=holds states=2
const ltl: 1; type ctl: 0..ltl; never: enum {mu, nu, until, release};
var weakfair, strongfair: ctl; next: never; A: array [ctl] of boolean;
procedure always(G: ctl); begin weakfair := G; end;
startstate begin weakfair := 0; strongfair := 1; next := mu; clear A; end;
rule "r" weakfair = 0 ==> begin always(ltl); end;
rule "s" weakfair = 1 & next = mu ==> begin always(0); A[0] := false; end;
ruleset X: ctl do invariant A[X] = false | next = until; end;
