-- The same with keys that are values and counts: there a parameter is bound to an entry
-- and has its weight, and one that nothing depends on to none.
-- expect: verdict=holds states=2107 rules=104472
-- expect: symmetry=exact verdict=holds states=259 rules=12651
-- permuted: P, V
type P: scalarset(3); V: scalarset(2); K: 0..2; B: 0..6;
var a: array [P] of record k: K; v: V; end; n: K;
startstate begin for p: P do a[p].k := 0; undefine a[p].v; end; n := 0; end;

ruleset idle: P; p: P; b: B do rule "before" a[p].k < 2 ==> begin a[p].k := a[p].k + 1; end; end;
ruleset p: P; q: P; idle: P do
  rule "behind" a[p].k = 2 & a[q].k = 0 ==> begin a[p].k := 0; a[q].k := 1; end;
end;
ruleset p: P; idle: V; v: V do rule "value" a[p].k = 1 & isundefined(a[p].v) ==> begin a[p].v := v; end; end;
ruleset idle: P; more: V do
  rule "alone" n < 2 & exists p: P do a[p].k = 2 end ==> begin n := n + 1; end;
  rule "again" n = 2 ==> begin for p: P do undefine a[p].v; end; n := 0; end;
end;
