-- What looks like a greatest value and is none: each loop shows the order of its rounds.
-- expect: verdict=violated kind=invariant
-- expect: K=2 verdict=violated kind=invariant
-- expect: K=3 verdict=violated kind=invariant
-- expect: K=4 verdict=violated kind=invariant
-- expect: K=5 verdict=violated kind=invariant
-- expect: K=6 verdict=violated kind=invariant
-- expect: K=7 verdict=violated kind=invariant
-- expect: K=8 verdict=violated kind=invariant
-- permuted: 
const K: 1;
type P: scalarset(2);
var a: array [P] of 0..3; b: array [P] of 0..3; x: 0..7; n: 0..7; who: P; done: boolean;
startstate begin for p: P do a[p] := 0; b[p] := 0; end; x := 0; n := 0; done := false; end;
ruleset p: P do
  rule "a" !done & a[p] < 3 ==> begin a[p] := a[p] + 1; end;
  rule "b" !done & b[p] < 3 ==> begin b[p] := b[p] + 1; end;
end;
rule "look" !done ==>
begin
  done := true;
  switch K
  case 1: for p: P do if b[p] = 1 then if a[p] < x then x := a[p]; end; else if a[p] > x then x := a[p]; end; end; end;
  case 2: for p: P do if a[p] > x then x := a[p]; end; if x = 2 then n := n + 1; end; end; x := n;
  case 3: for p: P do if x < 2 & a[p] > x then x := a[p]; end; end;
  case 4: for p: P do if a[p] > x then x := b[p]; end; end;
  case 5: for p: P do if a[p] > x then x := a[p]; end; x := x + b[p]; end;
  case 6: for p: P do if a[p] + b[p] > x then x := a[p] + b[p]; who := p; end; end; x := isundefined(who) ? 0 : b[who];
  case 7: for p: P do if a[p] > x then x := a[p] + 1; end; end;
  case 8: for p: P do x := a[p] > x ? b[p] : x; end;
  end;
end;
rule "again" done ==> begin for p: P do a[p] := 0; b[p] := 0; end; x := 0; n := 0; undefine who; done := false; end;
-- Of one pair of values the first that comes decides.
invariant "one order only" done & (exists p: P do exists q: P do a[p] = 2 & a[q] = 3 & b[p] = 1 & b[q] = 0 end end) ->
  x = (K = 1 ? 3 : K = 2 ? 1 : K = 3 ? 2 : K = 4 ? 1 : K = 5 ? 4 : K = 6 ? 0 : K = 7 ? 4 : 1);
