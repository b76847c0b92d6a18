-- Rounds that put a record with a bag in it into another bag, one of them only: which one is a matter
-- of the order, though each bag by itself looks the same once all are sorted.
-- expect: options="--deadlock=off" verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3); B: multiset [1] of P; N: record k: 0..1; m: B; end;
var bag: multiset [2] of N; n: N; a: array [P] of 0..1; s: array [P] of B; done: boolean;
startstate begin for p: P do a[p] := 0; multisetadd(p, s[p]); end; undefine bag; undefine n; done := false; end;
ruleset p: P do rule "flip" !done ==> begin a[p] := 1 - a[p]; end; end;
rule "first come" begin
  undefine bag; n.k := 1; multisetadd(n, bag);
  for p: P do if multisetcount(i: bag, true) < 2 then
    n.k := 0; multisetadd(p, n.m); multisetadd(n, bag); undefine n; end; end;
  undefine n; done := true;
end;
ruleset p: P do invariant "x"
  !(done & a[p] = 0 & multisetcount(i: bag, bag[i].m = s[p]) = 1 & exists q: P do a[q] = 1 end); end;
