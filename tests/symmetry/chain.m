-- Each round links to the process of the one before.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3);
var next: array [P] of P; last, o: P; n: 0..3;
startstate begin undefine next; undefine last; undefine o; n := 0; end;
rule "link" begin undefine last; for i: P do next[i] := last; last := i; end; end;
ruleset p: P do rule "pick" begin o := p; n := 0; end; end;
rule "count" !isundefined(o) & n < 3 & !isundefined(last) ==> begin n := n + 1; o := next[o]; end;
invariant "no chain of three" n != 3;
