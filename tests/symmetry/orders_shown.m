-- Few rounds, and an order that shows: in what stays behind, in what is read afterwards, in an
-- error, in a result, in an assumption, in a loop inside the loop, in a cover, in a bag.
-- expect: verdict=violated kind=invariant
-- expect: K=2 verdict=violated kind=invariant
-- expect: K=3 verdict=violated kind=assertion
-- expect: K=4 verdict=violated kind=invariant
-- expect: K=5 verdict=violated kind=invariant
-- expect: K=6 verdict=violated kind=invariant
-- expect: K=7 verdict=violated kind=invariant
-- expect: K=8 verdict=holds
-- expect: K=9 verdict=violated kind=invariant
-- permuted: 
const K: 1;
type P: scalarset(4);
var a: array [P] of 0..2; done: boolean; who: P; x: -4..4; y: 0..2; bag: multiset [1] of P;
function First(): P;
var f: boolean;
begin
  f := false;
  for p: P do if !f & a[p] > 0 then f := true; return p; end; end;
  error "nobody";
end;
startstate begin for p: P do a[p] := 0; end; x := 0; y := 0; done := false; undefine who; undefine bag; end;
ruleset p: P do
  rule "up" !done & a[p] < 2 ==> begin a[p] := a[p] + 1; end;
end;
rule "look" !done & (exists p: P do a[p] = 1 end) & (exists p: P do a[p] = 2 end) ==>
var t: 0..2; f: boolean;
begin
  f := false;
  switch K
  case 1: for p: P do if !f & a[p] > 0 then f := true; who := p; end; end;
  case 2: t := 0; for p: P do if t = 0 then t := a[p]; end; end; y := t;
  case 3: x := 4; for p: P do x := 1 * x + (a[p] = 2 ? 2 : a[p] = 1 ? -2 : 0); end; x := 0;
  case 4: who := First();
  case 5: for p: P do assume y != 2 | a[p] != 1; y := y = 0 ? a[p] : y; end;
  case 6: for p: P do for q: P do if isundefined(who) & a[p] > 0 & a[q] > 0 & p != q then who := q; end; end; end;
  case 7: for p: P do y := y = 0 ? a[p] : y; end;
  case 8: for p: P do x := 1 * x + (a[p] = 1 ? 1 : a[p] = 2 ? -1 : 0); cover x = 2; end; x := 0;
  case 9: for p: P do if a[p] > 0 & multisetcount(i: bag, true) = 0 then multisetadd(p, bag); end; end;
  end;
  done := true;
end;
rule "again" begin for p: P do a[p] := 0; end; x := 0; y := 0; undefine who; undefine bag; done := false; end;
invariant "the first has two" (isundefined(who) | a[who] = 2) & y != 1 & multisetcount(i: bag, a[bag[i]] = 1) = 0;
