-- The loop is accepted because all its orders come to one bag; their arrangements differ.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(3); Q: 0..1; Bag: multiset [3] of Q;
var a: array [P] of Q; code: 0..3; plain: Bag;
function eat(v: Q): boolean; begin code := (2 * code + v) % 4; return true; end;
startstate begin for p: P do a[p] := 0; end; code := 0; undefine plain; end;
ruleset p: P do rule "flip" begin a[p] := 1 - a[p]; end; end;
rule "go" begin
  undefine plain; code := 0;
  for p: P do if multisetcount(i: plain, true) < 3 then multisetadd(a[p], plain); end; end;
  multisetremovepred(i: plain, eat(plain[i]));
  undefine plain; code := code = 2 ? 2 : 0;
end;
invariant "x" code != 2;
