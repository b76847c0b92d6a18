-- Two variables name processes whose local states are equal: an order of representatives that looks at each of them
-- alone has no end, or two representatives.
-- expect: verdict=holds
-- permuted: P
type P: scalarset(4); L: enum {idle, busy};
var x: P; y: P; l: array [P] of L;
ruleset p: P; q: P do startstate begin x := p; y := q; for i: P do l[i] := idle; end; end; end;
ruleset p: P do rule "busy" begin l[p] := (l[p] = idle ? busy : idle); end; end;
ruleset p: P do rule "x" l[p] = busy ==> begin x := p; end; end;
ruleset p: P do rule "y" l[p] = idle ==> begin y := p; end; end;
invariant "named" !isundefined(x) & !isundefined(y);
cover "the named one alone is idle" exists p: P do x = p & y = p & forall i: P do (i = p) = (l[i] = idle) end end;
cover "the named one alone is busy" exists p: P do x = p & y = p & forall i: P do (i = p) = (l[i] = busy) end end;
