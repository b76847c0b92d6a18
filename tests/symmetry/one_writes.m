-- One round writes what the later ones read: who is later depends on the order alone.
-- expect: verdict=violated kind=invariant
-- permuted:
type P: scalarset(3);
var o: P; a: array [P] of boolean; t: boolean;
startstate begin undefine o; clear a; t := false; end;
ruleset p: P do rule "choose" isundefined(o) ==> begin o := p; end; end;
rule "spread" !isundefined(o) ==> begin
  for i: P do if i = o then t := true; end; if t then a[i] := true; end; end;
  t := false;
end;
rule "again" begin undefine o; clear a; end;
invariant "never alone" !(exists i: P do a[i] & forall j: P do j != i -> !a[j] end end);
