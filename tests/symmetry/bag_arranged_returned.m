-- The arrangement comes along where a bag is returned, copied, and passed.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(2); Q: 0..1; Bag: multiset [2] of Q;
var a: array [P] of Q; code: 0..3;
function eat(v: Q): boolean; begin code := (2 * code + v) % 4; return true; end;
function filled(): Bag; var bag: Bag; begin for p: P do multisetadd(a[p], bag); end; return bag; end;
procedure go_through(bag: Bag); begin code := 0; assert multisetcount(i: bag, eat(bag[i])) = 2; end;
startstate begin for p: P do a[p] := 0; end; code := 0; end;
ruleset p: P do rule "flip" begin a[p] := 1 - a[p]; end; end;
rule "go" var held: array [0..0] of Bag; begin
  held[0] := filled();
  go_through(held[0]);
end;
invariant "x" code != 2;
