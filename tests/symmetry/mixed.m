-- Two scalarsets of one size, one assigned to the other: they must move together.
-- expect: verdict=violated kind=invariant
-- permuted: P,Q
type P: scalarset(3); Q: scalarset(3);
var p: P; q: Q; s: array [P] of boolean; r: array [Q] of boolean;
startstate begin undefine p; undefine q; clear s; clear r; end;
ruleset i: P do rule "take" isundefined(p) ==> begin p := i; q := i; s[i] := true; end; end;
ruleset j: Q do rule "mark" !isundefined(q) & isundefined(p) = false & !r[j] ==> begin r[j] := true; end; end;
rule "done" forall j: Q do r[j] end ==> begin clear r; undefine p; undefine q; clear s; end;
invariant "the marks never meet" !(exists i: P do s[i] & (exists j: Q do r[j] & j = i end) end);
