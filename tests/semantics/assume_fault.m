-- Where an assumption cannot be evaluated no other claim looks, whether it stands before the assumption or behind it.
-- expect: verdict=violated kind=assertion code=R801 line=15
-- expect: options="--engine=bdd" verdict=violated kind=assertion code=R801 line=15
var
  open, turn: boolean;

startstate begin open := true; turn := false; end;

rule "forget" begin turn := !turn; undefine open; end;

invariant "before" open;

liveness "reached" open;

assume "known" open;

cover "behind" !open | turn;
