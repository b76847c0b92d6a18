-- The list-based queue lock of Mellor-Crummey and Scott.
--
-- Waiting processes form a linked list. Each owns one queue node: a pointer to
-- the node behind it and a flag on which it spins. A shared tail points to the
-- last node in the list, or to nothing when the lock is free. To acquire, a
-- process swaps its node into the tail; if there was a predecessor it links
-- itself behind that node and spins until its flag is lowered. To release, it
-- lowers the flag of the node behind it; if it sees none, it tries to swing the
-- tail back to nothing by compare-and-swap, and if that fails, somebody is just
-- linking in and it waits for the link. Every access to shared memory is one
-- step. A nil pointer is an undefined process name.
--
-- Source: J. M. Mellor-Crummey and M. L. Scott, "Algorithms for Scalable
-- Synchronization on Shared-Memory Multiprocessors", ACM TOCS 9(1), 1991.
--
-- Processes hold the names of other processes, which is the hard case for
-- symmetry reduction.
--
-- expect: N=2 verdict=holds states=89 rules=162
-- expect: N=3 verdict=holds states=1707 rules=4545
-- expect: N=4 verdict=holds states=41769 rules=147012

const
  N: 3;   -- number of processes

type
  Process: scalarset(N);
  Label: enum {
    Outside,
    ClearNext,      -- node.next := nil
    SwapTail,       -- predecessor := swap(tail, node)
    RaiseFlag,      -- node.locked := true
    LinkIn,         -- predecessor.next := node
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
        pc[p] := RaiseFlag;
      end;
      tail := p;
    end;

    rule "raise the own flag"
      pc[p] = RaiseFlag
    ==>
    begin
      mine.locked := true;
      pc[p] := LinkIn;
    end;

    rule "link in behind the predecessor"
      pc[p] = LinkIn
    ==>
    begin
      node[predecessor[p]].next := p;
      undefine predecessor[p];
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

    liveness "every process can enter again" pc[p] = Critical;

  end;
end;

ruleset p: Process; q: Process do
  invariant "mutual exclusion"
    p != q -> !(HoldsLock(p) & HoldsLock(q));
end;

invariant "a held lock has a tail"
  (exists p: Process do HoldsLock(p) end) -> !isundefined(tail);

cover "a release meets a process that is just linking in"
  exists p: Process do pc[p] = AwaitLink end;
