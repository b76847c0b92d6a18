-- A lock-free stack (R. K. Treiber, 1986) of nodes that are used again as soon as they are
-- popped. `pop` reads the top and its successor and swings the top if it is still the same
-- node. The seeded bug is the classical one (ABA): nothing tells a node from the same node
-- that was popped and pushed again in between, with another successor.

const
  THREADS: 5;
  NODES: 6;

type
  Thread: scalarset(THREADS);
  Node: scalarset(NODES);
  Step: enum {Idle, Popping, Holding, Pushing};

var
  top: Node;  -- undefined: the stack is empty
  next: array [Node] of Node;
  step: array [Thread] of Step;
  seen: array [Thread] of Node;  -- the top as the thread read it
  after: array [Thread] of Node;  -- and its successor
  mine: array [Thread] of Node;  -- the node that the thread holds
  in_stack: array [Node] of boolean;  -- history: what should be in the stack
  held: array [Node] of boolean;  -- history: what somebody holds

startstate "all nodes are free, one after the other on the stack"
begin
  undefine top;
  undefine next;
  undefine seen;
  undefine after;
  undefine mine;
  for t: Thread do
    step[t] := Idle;
  end;
  for n: Node do
    in_stack[n] := false;
    held[n] := false;
  end;
end;

ruleset t: Thread; n: Node do
  rule "allocate a fresh node"
    step[t] = Idle & !in_stack[n] & !held[n]
  ==>
  begin
    mine[t] := n;
    held[n] := true;
    step[t] := Holding;
  end;
end;

ruleset t: Thread do
  rule "push reads the top"
    step[t] = Holding
  ==>
  begin
    seen[t] := top;
    next[mine[t]] := top;
    step[t] := Pushing;
  end;

  rule "push swings the top"
    step[t] = Pushing
  ==>
  begin
    if isundefined(top) ? isundefined(seen[t]) : !isundefined(seen[t]) & top = seen[t] then
      top := mine[t];
      held[mine[t]] := false;
      in_stack[mine[t]] := true;
      undefine mine[t];
      step[t] := Idle;
    else
      step[t] := Holding;
    end;
    undefine seen[t];
  end;

  rule "pop reads the top and its successor"
    step[t] = Idle & !isundefined(top)
  ==>
  begin
    seen[t] := top;
    after[t] := next[top];
    step[t] := Popping;
  end;

  rule "pop swings the top"
    step[t] = Popping
  ==>
  begin
    if !isundefined(top) & top = seen[t] then
      top := after[t];
      mine[t] := seen[t];
      in_stack[seen[t]] := false;
      held[seen[t]] := true;
      step[t] := Holding;
    else
      step[t] := Idle;
    end;
    undefine seen[t];
    undefine after[t];
  end;

  rule "free the node"
    step[t] = Holding
  ==>
  begin
    held[mine[t]] := false;
    undefine next[mine[t]];
    undefine mine[t];
    step[t] := Idle;
  end;
end;

invariant "the top is in the stack, and nobody holds it"
  isundefined(top) | (in_stack[top] & !held[top]);
