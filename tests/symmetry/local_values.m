-- The same where processes name values of a small scalarset, and an element of a multiset
-- of them is chosen.
-- expect: verdict=holds
-- permuted: P, V
type P: scalarset(4); V: scalarset(2);
var a: array [P] of V; lot: multiset [2] of V; n: 0..1;
startstate begin undefine a; n := 0; end;
ruleset p: P; v: V do
  rule "set" isundefined(a[p]) ==> begin a[p] := v; end;
  rule "add" multisetcount(x: lot, true) < 2 & !isundefined(a[p]) ==> begin multisetadd(v, lot); end;
end;
ruleset p: P do
  rule "drop" !isundefined(a[p]) ==>
    var l: array [P] of boolean;
  begin
    for q: P do l[q] := !isundefined(a[q]) & a[q] = a[p]; end;
    if exists q: P do q != p & l[q] end then undefine a[p]; end;
  end;
end;
choose x: lot do ruleset p: P; v: V do
  rule "take" !isundefined(a[p]) ==>
    var l: array [P] of boolean;
  begin
    for q: P do l[q] := q = p; end;
    if l[p] & lot[x] != v then n := 1 - n; a[p] := lot[x]; end; multisetremove(x, lot);
  end;
end; end;
