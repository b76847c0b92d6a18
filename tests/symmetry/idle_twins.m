-- A parameter that nothing depends on names nobody: beside it another one leads its twins
-- as if it were alone, and each firing stands for all values of the first.
-- expect: verdict=holds states=11784 rules=206088
-- expect: symmetry=exact verdict=holds states=1205 rules=20739
-- permuted: P, V
const N: 3;
type P: scalarset(N); V: scalarset(2); S: enum {away}; U: union {S, P};
var busy: array [P] of 0..2; owner: U; seen: array [P] of array [V] of boolean; box: multiset [2] of P;
startstate begin for p: P do busy[p] := 0; for v: V do seen[p][v] := false; end; end; owner := away; end;

ruleset idle: P; p: P do rule "before" busy[p] = 0 ==> begin busy[p] := 1; end; end;
ruleset p: P; idle: P do rule "behind" busy[p] = 1 ==> begin busy[p] := 2; end; end;
ruleset p: P; idle: U; q: P; more: V do
  rule "between" busy[p] = 2 & busy[q] = 1 ==> begin busy[p] := 0; busy[q] := 2; owner := q; end;
end;
ruleset idle: P do rule "alone" owner != away ==> begin owner := away; end; end;
ruleset p: P; v: V; idle: V do rule "both" owner = p & !seen[p][v] ==> begin seen[p][v] := true; end; end;
ruleset idle: P do choose e: box do rule "take" begin multisetremove(e, box); end; end; end;
ruleset p: P; idle: P do
  rule "put" owner = p & multisetcount(e: box, true) < 1 ==> begin multisetadd(p, box); end;
end;
ruleset idle: P do
  rule "start again" forall p: P do busy[p] = 2 end ==> begin
    for p: P do busy[p] := 0; for v: V do seen[p][v] := false; end; end; owner := away; undefine box; end;
end;
