-- The greatest and the least of what rounds meet do not depend on the order: proved from the
-- text (K=1 to 4) and, beside a search for the one owner, by watching (K=5 to 8).
-- expect: verdict=holds
-- expect: K=2 verdict=holds
-- expect: K=3 verdict=holds
-- expect: K=4 verdict=holds
-- expect: K=5 verdict=holds
-- expect: K=6 verdict=holds
-- expect: K=7 verdict=holds
-- expect: K=8 verdict=holds
-- expect: K=9 verdict=violated kind=assertion code=R802 line=38
-- expect: K=10 verdict=violated kind=assertion code=R802 line=39
-- permuted: P
const K: 1;
type P: scalarset(3); T: 0..2;
var a: array [P] of T; on: array [P] of boolean; own: array [P] of boolean; x: T; small: 0..1; owner: P;
function Greatest(): T;
var m: T;
begin
  m := 0;
  for q: P do if on[q] & m < a[q] then m := a[q]; end; end;
  return m;
end;
startstate begin for p: P do a[p] := 1; on[p] := false; own[p] := false; end; x := 1; small := 0; end;
ruleset p: P do
  rule "set" begin a[p] := (a[p] + 1) % 3; end;
  rule "turn" begin on[p] := !on[p]; end;
  rule "own" forall q: P do !own[q] end ==> begin own[p] := true; end;
  rule "give up" own[p] ==> begin own[p] := false; undefine owner; end;
end;
rule "look"
begin
  switch K
  case 1: x := 0; for p: P do if a[p] > x then x := a[p]; end; end;
  case 2: x := 2; for p: P do if !on[p] & a[p] <= x then x := a[p]; end; end;
  case 3: for p: P do x := x >= a[p] ? x : a[p]; end;
  case 4: x := Greatest();
  case 9: for p: P do if a[p] > small then small := a[p]; end; end;
  case 10: for p: P do if own[p] then owner := p; end; small := small < a[p] ? a[p] : small; end;
  else
    x := K % 2 = 1 ? 0 : 2;
    for p: P do
      if own[p] then owner := p; end;
      switch K
      case 5: if x < a[p] then x := a[p]; end;
      case 6: x := x <= a[p] ? x : a[p];
      case 7: if on[p] & !(a[p] <= x) then x := a[p]; end;
      case 8: x := x > a[p] - 0 ? a[p] - 0 : x;
      end;
    end;
  end;
end;
invariant "an owner owns" !isundefined(owner) -> own[owner];
