-- A ring with interchangeable things beside it: rotations, permutations, and twins among the things.
--
-- Machines on a belt work on jobs. Jobs that lie nowhere are twins; machines are alike up to rotation.
--
-- claim: holds without=violated "what lies goes on"
-- claim: violated "each is worked on"
-- claim: holds "can be worked on here"
-- claim: holds "one at a time"
-- claim: violated "not this one"
-- expect: verdict=violated property="each is worked on" options="--deadlock=off"
type
  Machine: ringset(3);
  Job: scalarset(3);
var
  job: array [Machine] of Job;
  done: array [Job] of boolean;

startstate begin for m: Machine do undefine job[m]; end; for j: Job do done[j] := false; end; end;

ruleset m: Machine; j: Job do
  rule "put" isundefined(job[m]) & forall n: Machine do isundefined(job[n]) | job[n] != j end ==>
    begin job[m] := j; end;
  weakfair rule "shift" !isundefined(job[m]) & job[m] = j & isundefined(job[succ(m)]) ==>
    begin job[succ(m)] := j; undefine job[m]; end;
  strongfair rule "take off" !isundefined(job[m]) & job[m] = j & (isundefined(job[succ(m)]) -> done[j]) ==>
    begin undefine job[m]; done[j] := !done[j]; end;
end;

ltl "what lies goes on" forall m: Machine do forall j: Job do
  [] ((!isundefined(job[m]) & job[m] = j) -> <> (isundefined(job[m]) | job[m] != j)) end end;
ltl "each is worked on" forall j: Job do []<> done[j] end;
ctl "can be worked on here" forall m: Machine do forall j: Job do AG EF (!isundefined(job[m]) & job[m] = j) end end;
ltl "one at a time" forall m: Machine do forall n: Machine do [] (m = n | isundefined(job[m]) | isundefined(job[n]) | job[m] != job[n]) end end;
ltl "not this one" forall m: Machine do [] isundefined(job[m]) end;
