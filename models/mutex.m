-- Mutual exclusion by a token.
--
-- N processes cycle through three local states: not interested, trying,
-- critical. One global variable holds the process that owns the token, and only
-- the owner may go from trying to critical. A process that leaves its critical
-- section hands the token to any process, itself included.
--
-- Source: the synchronisation skeleton of figure 1 in M. Appold, "Efficient
-- Symmetry Reduction and the Use of State Symmetries for Symbolic Model
-- Checking", GandALF 2010.
--
-- The token is the only id-sensitive variable, so the reduced system is tiny:
-- 3 N orbits, against 3 N 2^(N-1) states.
--
-- expect: N=2 verdict=holds states=12 rules=22
-- expect: N=3 verdict=holds states=36 rules=96
-- expect: N=10 verdict=holds states=15360 rules=130560

const
  N: 4;   -- number of processes

type
  Process: scalarset(N);
  Local: enum {NonCritical, Trying, Critical};

var
  state: array [Process] of Local;
  token: Process;

ruleset owner: Process do
  startstate "any process may own the token at first"
  begin
    for p: Process do
      state[p] := NonCritical;
    end;
    token := owner;
  end;
end;

ruleset p: Process do

  rule "start trying"
    state[p] = NonCritical
  ==>
  begin
    state[p] := Trying;
  end;

  rule "enter"
    state[p] = Trying & token = p
  ==>
  begin
    state[p] := Critical;
  end;

  ruleset successor: Process do
    rule "leave and pass the token"
      state[p] = Critical
    ==>
    begin
      state[p] := NonCritical;
      token := successor;
    end;
  end;

  liveness "every process can enter again" state[p] = Critical;

end;

ruleset p: Process; q: Process do
  invariant "mutual exclusion"
    p != q -> !(state[p] = Critical & state[q] = Critical);
end;

invariant "a critical process owns the token"
  forall p: Process do state[p] = Critical -> token = p end;
