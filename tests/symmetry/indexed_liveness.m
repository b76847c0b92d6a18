-- Only one process can ever become active again: the claim is about each of them.
-- expect: verdict=violated kind=liveness
-- permuted: P
type P: scalarset(2);
var owner: P; active: array [P] of boolean;
startstate begin undefine owner; for i: P do active[i] := true; end; end;
ruleset i: P do rule "win" isundefined(owner) ==> begin owner := i; for j: P do active[j] := false; end; end; end;
ruleset i: P do rule "toggle" !isundefined(owner) & owner = i ==> begin active[i] := !active[i]; end; end;
ruleset i: P do liveness "again" active[i]; end;
