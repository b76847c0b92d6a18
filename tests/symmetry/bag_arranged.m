-- In which slots the elements of a bag stand shows the order of the loop that put them there, to a
-- predicate with an effect.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(2); Q: 0..1; Bag: multiset [2] of Q;
var a: array [P] of Q; code: 0..3;
function eat(v: Q): boolean; begin code := (2 * code + v) % 4; return true; end;
startstate begin for p: P do a[p] := 0; end; code := 0; end;
ruleset p: P do rule "flip" begin a[p] := 1 - a[p]; end; end;
rule "go" var bag: Bag; begin
  for p: P do multisetadd(a[p], bag); end;
  code := 0;
  multisetremovepred(i: bag, eat(bag[i]));
end;
invariant "x" code != 2;
