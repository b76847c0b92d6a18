-- Rounds that read what others write, and come to the same in any order all the same: that is
-- found out by trying the orders.
-- expect: verdict=holds
-- expect: K=2 verdict=holds
-- expect: K=3 verdict=holds
-- expect: K=4 verdict=holds
-- expect: K=5 verdict=holds
-- expect: K=6 verdict=holds
-- expect: K=7 verdict=holds
-- permuted: P
const K: 1;
type P: scalarset(4);
var a: array [P] of 0..2; x: 0..2; found: boolean; owner: P; bag: multiset [4] of P;
function Most(m: 0..2; n: 0..2): 0..2; begin return m > n ? m : n; end;
startstate begin for p: P do a[p] := 0; end; x := 0; found := false; undefine owner; undefine bag; end;
ruleset p: P do
  rule "one" a[p] = 0 ==> begin a[p] := 1; end;
  rule "two" a[p] = 1 & forall q: P do a[q] < 2 end ==> begin a[p] := 2; end;
  rule "none" a[p] = 2 ==> begin a[p] := 0; undefine owner; found := false; undefine bag; end;
end;
rule "look"
var t: 0..2;
begin
  found := false; undefine owner;
  switch K
  case 1: for p: P do if !found & a[p] = 2 then found := true; owner := p; end; end;
  case 2: x := 1; for p: P do x := x * (a[p] + 1) % 3; end;
  case 3: x := 0; for p: P do x := Most(x, a[p]); end;
  case 4: for p: P do for q: P do if isundefined(owner) & a[p] = 2 & p != q then owner := p; end; end; end;
  case 5: for p: P do t := a[p]; if !found & t = 2 then found := true; owner := p; end; end; t := 0;
  case 7: for p: P do if a[p] = 1 & multisetcount(i: bag, bag[i] = p) = 0 then multisetadd(p, bag); end; end;
  case 6: x := 0; for p: P do for q: P do if x < 2 & a[q] = 2 then x := x + 1; end; end; end;
  end;
end;
invariant "an owner has two" !isundefined(owner) -> a[owner] = 2;
