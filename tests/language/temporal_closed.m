-- an alias in a claim, a quantifier without temporal operators inside an atom
-- expect: verdict=violated kind=invariant
type P: scalarset(2); var a: array [P] of boolean; startstate begin clear a; end;
ruleset p: P do rule begin a[p] := !a[p]; end; end;
alias b: a do ltl "c" [] (exists p: P do b[p] end | forall p: P do !b[p] end); end;
ruleset p: P do never "n" { a[p] & !a[p] }; end;
invariant exists p: P do !a[p] end;
