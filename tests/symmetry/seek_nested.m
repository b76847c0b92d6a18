-- A loop in a loop looks for something, by way of an alias; the inner one may have an order of its own, or none.
-- expect: verdict=holds
-- expect: K=2 verdict=holds
-- expect: K=3 verdict=holds
-- permuted: P
const K: 1;
type P: scalarset(3); N: 0..1;
var a: array [P] of array [N] of 0..2; b: array [P] of array [P] of boolean; quiet: boolean;
function Quiet(): boolean;
begin
  if K = 1 then
    for p: P do for n: N do alias x: a[p][n] do if x = 2 then return false; end; end; end; end;
  elsif K = 2 then
    for p: P do for q: P do if p != q & b[p][q] then return false; end; end; end;
  else
    for n: N do for p: P do if a[p][n] = 2 then return false; end; for q: P do if b[q][p] then return false; end; end; end; end;
  end;
  return true;
end;
startstate begin for p: P do for n: N do a[p][n] := 0; end; for q: P do b[p][q] := false; end; end; quiet := true; end;
ruleset p: P; n: N do rule "up" begin a[p][n] := (a[p][n] + 1) % 3; quiet := Quiet(); end; end;
ruleset p: P; q: P do rule "tie" p != q & Quiet() ==> begin b[p][q] := true; quiet := Quiet(); end; end;
ruleset p: P; q: P do rule "untie" b[p][q] ==> begin b[p][q] := false; quiet := Quiet(); end; end;
invariant "told" quiet = (K = 1 ? forall p: P do forall n: N do a[p][n] != 2 end end
                        : K = 2 ? forall p: P do forall q: P do !b[p][q] end end
                        : forall p: P do (forall n: N do a[p][n] != 2 end) & forall q: P do !b[p][q] end end);
