-- A start state that prefers a value: what its claims meet first depends on the names, so an error that its image
-- skips counts all the same; likewise in an assumption, and where the error is met at another place.
-- expect: options="--deadlock=off" verdict=violated kind=assertion code=R801
-- expect: options="--deadlock=off" K=2 verdict=violated kind=assertion code=R801
-- expect: options="--deadlock=off" K=3 verdict=violated kind=assertion code=R801
-- permuted:
const K: 1;
type P: scalarset(2);
var ok: array [P] of boolean; x: P; key: array [P] of 0..1;
startstate begin
  for p: P do x := p; end;
  undefine ok; ok[x] := true;
  for p: P do key[p] := p = x ? 0 : 1; end;
end;
rule "stay" begin end;
invariant "some" K = 1 -> exists p: P do ok[p] end;
assume "some" K = 2 -> exists p: P do ok[p] end;
invariant "all" K = 3 -> forall p: P do forall q: P do ok[p] & ok[q] end end;
