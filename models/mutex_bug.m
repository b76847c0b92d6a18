-- Mutual exclusion by a token, with a slip.
--
-- As in mutex.m, except that leaving takes two steps, and they come in the wrong
-- order: the process passes the token on while it is still in its critical
-- section. The new owner may enter before the old one is out.
--
-- Source: the synchronisation skeleton of figure 1 in M. Appold, "Efficient
-- Symmetry Reduction and the Use of State Symmetries for Symbolic Model
-- Checking", GandALF 2010; the slip is ours.
--
-- expect: N=2 verdict=violated property="mutual exclusion"
-- expect: N=6 verdict=violated property="mutual exclusion"

const
  N: 3;   -- number of processes

type
  Process: scalarset(N);
  Local: enum {NonCritical, Trying, Critical, Leaving};

var
  state: array [Process] of Local;
  token: Process;

function Inside(p: Process): boolean;
begin
  return state[p] = Critical | state[p] = Leaving;
end;

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
    rule "pass the token"
      state[p] = Critical
    ==>
    begin
      token := successor;
      state[p] := Leaving;   -- the slip: still inside, and the token is gone
    end;
  end;

  rule "leave"
    state[p] = Leaving
  ==>
  begin
    state[p] := NonCritical;
  end;

end;

ruleset p: Process; q: Process do
  invariant "mutual exclusion"
    p != q -> !(Inside(p) & Inside(q));
end;
