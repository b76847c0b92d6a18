-- A ring that comes to rest again and again in a state that all rotations fix.
--
-- Whoever is followed has one name there, whichever it was before: names have to be turned when a run comes in. Who
-- goes under weak fairness may go for ever alone, as it is not enabled all the time; strong fairness lets everyone go.
--
-- claim: holds without=violated "each goes"
-- claim: violated "each runs"
-- claim: violated "one after the other"
-- claim: holds without=violated "the next one, too"
-- claim: holds "can go"
-- expect: verdict=violated property="each runs" options="--deadlock=off"
type
  R: ringset(4);
var
  at: array [R] of enum {rests, goes, runs};

startstate begin for r: R do at[r] := rests; end; end;

ruleset r: R do
  strongfair rule "go" forall q: R do at[q] = rests end ==> begin at[r] := goes; end;
  weakfair rule "run" at[r] = goes & at[succ(r)] = rests ==> begin at[succ(r)] := runs; end;
  weakfair rule "rest" at[r] = goes ==> begin at[r] := rests; end;
  weakfair rule "end" at[r] = runs ==> begin at[r] := rests; end;
end;

ltl "each goes" forall r: R do []<> at[r] = goes end;
ltl "each runs" forall r: R do []<> at[r] = runs end;
ltl "one after the other" forall r: R do [] (at[r] = goes -> (at[r] != rests U (at[r] = rests & (at[r] = rests U at[succ(r)] = goes)))) end;
ltl "the next one, too" forall r: R do [] (at[r] = goes -> <> at[succ(r)] = goes) end;
ctl "can go" forall r: R do AG EF at[r] = goes end;
