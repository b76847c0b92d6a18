-- The list-based queue lock of Mellor-Crummey and Scott, with a slip.
--
-- As in mcs_lock.m, but a process links itself in behind its predecessor before
-- it raises its own flag. Once linked in, the predecessor may release and lower
-- the flag; the process then raises it again and spins on a wake-up that has
-- already been and gone. Everyone else queues up behind it.
--
-- Source: J. M. Mellor-Crummey and M. L. Scott, "Algorithms for Scalable
-- Synchronization on Shared-Memory Multiprocessors", ACM TOCS 9(1), 1991; the
-- slip is ours.
--
-- expect: N=2 verdict=violated property="deadlock"
-- expect: N=3 verdict=violated property="deadlock"

const
  N: 2;   -- number of processes

type
  Process: scalarset(N);
  Label: enum {
    Outside,
    ClearNext,      -- node.next := nil
    SwapTail,       -- predecessor := swap(tail, node)
    LinkIn,         -- predecessor.next := node
    RaiseFlag,      -- node.locked := true   (the slip: too late)
    Spin,           -- until not node.locked
    Critical,
    LookBehind,     -- is node.next nil?
    SwingTail,      -- compare_and_swap(tail, node, nil)
    AwaitLink,      -- until node.next is not nil
    WakeNext        -- node.next.locked := false
  };
  Node: record
    next: Process;
    locked: boolean;
  end;

var
  pc: array [Process] of Label;
  node: array [Process] of Node;
  predecessor: array [Process] of Process;   -- private
  tail: Process;

function HoldsLock(p: Process): boolean;
begin
  switch pc[p]
    case Critical, LookBehind, SwingTail, AwaitLink, WakeNext:
      return true;
    else
      return false;
  end;
end;

startstate "lock free"
begin
  for p: Process do
    pc[p] := Outside;
    undefine node[p].next;
    node[p].locked := false;
    undefine predecessor[p];
  end;
  undefine tail;
end;

ruleset p: Process do
  alias mine: node[p] do

    rule "start to acquire"
      pc[p] = Outside
    ==>
    begin
      pc[p] := ClearNext;
    end;

    rule "clear the next pointer"
      pc[p] = ClearNext
    ==>
    begin
      undefine mine.next;
      pc[p] := SwapTail;
    end;

    rule "swap into the tail"
      pc[p] = SwapTail
    ==>
    begin
      if isundefined(tail) then
        pc[p] := Critical;
      else
        predecessor[p] := tail;
        pc[p] := LinkIn;
      end;
      tail := p;
    end;

    rule "link in behind the predecessor"
      pc[p] = LinkIn
    ==>
    begin
      node[predecessor[p]].next := p;
      undefine predecessor[p];
      pc[p] := RaiseFlag;
    end;

    rule "raise the own flag"
      pc[p] = RaiseFlag
    ==>
    begin
      mine.locked := true;
      pc[p] := Spin;
    end;

    rule "stop spinning"
      pc[p] = Spin & !mine.locked
    ==>
    begin
      pc[p] := Critical;
    end;

    rule "start to release"
      pc[p] = Critical
    ==>
    begin
      pc[p] := LookBehind;
    end;

    rule "look for a successor"
      pc[p] = LookBehind
    ==>
    begin
      if isundefined(mine.next) then
        pc[p] := SwingTail;
      else
        pc[p] := WakeNext;
      end;
    end;

    rule "swing the tail back"
      pc[p] = SwingTail
    ==>
    begin
      -- The tail is never nil here: the releasing process is in the list.
      if tail = p then
        undefine tail;
        pc[p] := Outside;
      else
        pc[p] := AwaitLink;
      end;
    end;

    rule "see the successor link in"
      pc[p] = AwaitLink & !isundefined(mine.next)
    ==>
    begin
      pc[p] := WakeNext;
    end;

    rule "wake the successor"
      pc[p] = WakeNext
    ==>
    begin
      node[mine.next].locked := false;
      pc[p] := Outside;
    end;

  end;
end;

ruleset p: Process; q: Process do
  invariant "mutual exclusion"
    p != q -> !(HoldsLock(p) & HoldsLock(q));
end;

invariant "a held lock has a tail"
  (exists p: Process do HoldsLock(p) end) -> !isundefined(tail);
