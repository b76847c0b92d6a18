-- In which place of a bag a value is depends on the order in which a loop has put them there.
--
-- permuted:
-- expect: options=--deadlock=off verdict=violated kind=invariant
type P: scalarset(2);
var a: array [P] of 0..1; bag: multiset [3] of 0..2; x: 0..2; n: boolean;
ruleset p: P do startstate begin
  for q: P do a[q] := q = p ? 1 : 0; end;
  undefine bag; multisetadd(2, bag); x := 2; n := false;
end; end;
choose i: bag do rule "x" !n & bag[i] = 2 ==> begin
  multisetremove(i, bag);
  for q: P do multisetadd(a[q], bag); end;
  x := bag[i];
  n := true;
end; end;
invariant "i" x != 0;
