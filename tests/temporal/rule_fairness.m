-- What a mark is put on: the whole ruleset, or one rule in it.
--
-- Two kinds of processes can do one and the same: spin, or go. Marked as a whole, a
-- process that spins is served. Marked rule by rule, "go" is a group of its own.
--
-- expect: options="--deadlock=off" verdict=violated kind=ltl property="everyone of the whole goes"
-- claim: violated "everyone of the whole goes"
-- claim: violated "one of the whole goes"
-- claim: holds without=violated "everyone of the parts goes"
-- claim: holds without=violated "everyone of both goes"
-- claim: violated "the parts bring the whole along"
-- claim: holds without=violated "inevitably"
-- claim: violated "inevitably, of the whole"

type
  Whole: scalarset(2);
  Part: scalarset(2);
  Both: scalarset(2);

var
  whole: array [Whole] of boolean;
  part: array [Part] of boolean;
  both: array [Both] of boolean;

startstate
begin
  for w: Whole do whole[w] := false; end;
  for p: Part do part[p] := false; end;
  for b: Both do both[b] := false; end;
end;

weakfair ruleset w: Whole do
  rule "whole spins" begin end;
  rule "whole goes" !whole[w] ==> begin whole[w] := true; end;
end;

ruleset p: Part do
  weakfair rule "part spins" begin end;
  weakfair rule "part goes" !part[p] ==> begin part[p] := true; end;
end;

weakfair ruleset b: Both do
  rule "both spins" begin end;
  strongfair rule "both goes" !both[b] ==> begin both[b] := true; end;
end;

ltl "everyone of the whole goes"
  forall w: Whole do <> whole[w] end;

ltl "one of the whole goes"
  <> exists w: Whole do whole[w] end;

ltl "everyone of the parts goes"
  forall p: Part do <> part[p] end;

ltl "everyone of both goes"
  forall b: Both do <> both[b] end;

ltl "the parts bring the whole along"
  <> forall p: Part do part[p] end -> <> forall w: Whole do whole[w] end;

ctl "inevitably"
  forall p: Part do AF part[p] end;

ctl "inevitably, of the whole"
  forall w: Whole do AF whole[w] end;
