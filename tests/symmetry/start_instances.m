-- Start states with parameters: of instances that a permutation carries into each other
-- one is enough, but one process named twice is no case of two of them, and two that
-- are different are no case of three.
-- expect: verdict=holds states=416 rules=1664
-- permuted: P, Q
const N: 4; M: 2;
type P: scalarset(N); Q: scalarset(M);
var a: array[P] of 0..3; b: array[Q] of boolean; o: P; n: 0..3;

ruleset p: P; q: P; r: P; x: Q do
  startstate "three, not all of them different"
    begin
      for i: P do a[i] := 0; end;
      for j: Q do b[j] := j = x; end;
      n := 0;
      a[p] := 1; a[q] := 2; a[r] := 3;
      o := q;
    end;
end;
ruleset p: P do rule "pass it on" begin o := p; end end;
cover "all three" exists i: P do exists j: P do exists k: P do a[i] = 1 & a[j] = 2 & a[k] = 3 end end end;
cover "two" exists i: P do exists k: P do a[i] = 1 & a[k] = 3 & forall j: P do a[j] != 2 end end end;
cover "one" exists k: P do a[k] = 3 & forall j: P do a[j] != 2 & a[j] != 1 end end;
