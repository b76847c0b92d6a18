-- A round behind the one that returns would fail: whether it does depends on the order.
-- expect: verdict=violated kind=assertion
-- permuted: P
type P: scalarset(3);
var a: array [P] of boolean; found: boolean;
function any(): boolean; begin for i: P do if a[i] then return true; end; end; return false; end;
startstate begin undefine a; found := false; end;
ruleset i: P do rule "set" isundefined(a[i]) ==> begin a[i] := true; end; rule "unset" !isundefined(a[i]) ==> begin undefine a[i]; end; end;
rule "ask" exists i: P do !isundefined(a[i]) end ==> begin found := any(); end;
rule "again" found ==> begin found := false; end;
