-- A blocking directory that keeps no name of an owner: whoever needs it looks it up with a loop.
--
-- Caches, addresses and values are scalarsets, messages travel in multisets, and most rules
-- have loops in their guards (is any request of this cache under way?) and in their actions
-- (who owns the line, who shares it, who has to be invalidated?).
--
-- A cache asks for a readable copy (GetS), for the only copy (GetM), or gives a modified line back
-- (PutM). The directory serves one request for an address at a time, until the requester is done;
-- it collects the acknowledgements of caches that lose their copy. An eviction that a forwarded
-- request overtakes is answered from the line that is about to go.
--
-- expect: CacheCount=2 AddressCount=1 ValueCount=2 verdict=holds states=1184 rules=3212
-- expect: CacheCount=2 AddressCount=2 ValueCount=1 verdict=holds states=37053 rules=132956

const
  CacheCount: 2;
  AddressCount: 2;
  ValueCount: 2;
  NetMax: 2 * CacheCount + 2 * AddressCount - 2;

type
  Cache: scalarset(CacheCount);
  Address: scalarset(AddressCount);
  Value: scalarset(ValueCount);
  Home: enum { TheHome };
  Node: union { Home, Cache };

  Kind: enum { GetS, GetM, PutM, FwdS, FwdM, Inv, InvAck, DataS, DataM, PutAck, WriteBack, Done };
  Message: record
    kind: Kind;
    src: Node;
    addr: Address;
    val: Value;
    last: boolean;
  end;

  LineState: enum { I, S, M, IS, IM, MI, II };
  Line: record
    state: LineState;
    val: Value;
  end;
  HoldState: enum { Nothing, Shares, Owns };
  Entry: record
    hold: array [Cache] of HoldState;
    waits: array [Cache] of boolean; -- for an acknowledgement of that cache
    serves: multiset [1] of Cache;   -- the requester, until it is done
    val: Value;
  end;

var
  lines: array [Cache] of array [Address] of Line;
  dir: array [Address] of Entry;
  net: array [Node] of multiset [NetMax] of Message;
  latest: array [Address] of Value;

------------------------------------------------------------------ messages

procedure Send(kind: Kind; src: Node; dst: Node; a: Address; v: Value; last: boolean);
var msg: Message;
begin
  msg.kind := kind;
  msg.src := src;
  msg.addr := a;
  msg.val := v;
  msg.last := last;
  assert MultiSetCount(i: net[dst], true) < NetMax "too many messages";
  MultiSetAdd(msg, net[dst]);
end;

------------------------------------------------------------------ look-ups

-- The cache that owns the line, according to the directory; undefined if there is none.
function Owner(a: Address): Node;
var none: Node;
begin
  for c: Cache do
    if dir[a].hold[c] = Owns then
      return c;
    end;
  end;
  undefine none;
  return none;
end;

function HasOwner(a: Address): boolean;
begin
  for c: Cache do
    if dir[a].hold[c] = Owns then
      return true;
    end;
  end;
  return false;
end;

function IsBusy(a: Address): boolean;
begin
  return MultiSetCount(i: dir[a].serves, true) != 0;
end;

-- The cache that the directory serves.
function Requester(a: Address): Node;
begin
  for c: Cache do
    if MultiSetCount(i: dir[a].serves, dir[a].serves[i] = c) = 1 then
      return c;
    end;
  end;
  error "nobody is served";
end;

-- Does the cache wait for an answer?
function IsIdle(c: Cache): boolean;
begin
  for a: Address do
    alias line: lines[c][a] do
      if line.state != I & line.state != S & line.state != M then
        return false;
      end;
    end;
  end;
  return true;
end;

-- Is there another cache with the line?
function SharerOtherThan(a: Address; who: Cache): boolean;
begin
  for c: Cache do
    if c != who & dir[a].hold[c] = Shares then
      return true;
    end;
  end;
  return false;
end;

-- The value that a cache would read: of the owner if there is one.
function Current(a: Address): Value;
var found: Value;
begin
  found := dir[a].val;
  for c: Cache do
    if lines[c][a].state = M then
      found := lines[c][a].val;
    end;
  end;
  return found;
end;

function AcksMissing(a: Address): boolean;
begin
  for c: Cache do
    if dir[a].waits[c] then
      return true;
    end;
  end;
  return false;
end;

------------------------------------------------------------------ the directory

procedure InvalidateOthers(a: Address; who: Cache);
begin
  for c: Cache do
    if c != who & dir[a].hold[c] = Shares then
      dir[a].waits[c] := true;
      Send(Inv, TheHome, c, a, UNDEFINED, UNDEFINED);
    end;
    if c != who then
      dir[a].hold[c] := Nothing;
    end;
  end;
end;

-- The owner becomes a sharer.
procedure Downgrade(a: Address);
begin
  for c: Cache do
    alias hold: dir[a].hold[c] do
      if hold = Owns then
        hold := Shares;
      end;
    end;
  end;
end;

-- Forwards the request to every cache that owns the line, in one message that is filled in
-- cache by cache.
procedure Forward(kind: Kind; a: Address; who: Cache);
var msg: Message;
begin
  msg.kind := kind;
  msg.addr := a;
  for c: Cache do
    msg.src := who;
    msg.last := c = Owner(a);
    if msg.last then
      MultiSetAdd(msg, net[c]);
    end;
  end;
end;

procedure Serve(a: Address; who: Cache);
begin
  MultiSetAdd(who, dir[a].serves);
end;

procedure Request(kind: Kind; a: Address; who: Cache);
begin
  switch kind
  case GetS:
    Serve(a, who);
    if HasOwner(a) then
      Forward(FwdS, a, who);
      Downgrade(a);
    else
      Send(DataS, TheHome, who, a, dir[a].val, UNDEFINED);
    end;
    dir[a].hold[who] := Shares;
  case GetM:
    Serve(a, who);
    if HasOwner(a) then
      Forward(FwdM, a, who);
      InvalidateOthers(a, who);
    elsif SharerOtherThan(a, who) then
      InvalidateOthers(a, who);
    else
      Send(DataM, TheHome, who, a, dir[a].val, UNDEFINED);
    end;
    dir[a].hold[who] := Owns;
  else
    error "not a request";
  end;
end;

------------------------------------------------------------------ processors

ruleset c: Cache; a: Address do
  alias line: lines[c][a] do
    rule "read"
      line.state = I & IsIdle(c)
    ==>
      line.state := IS;
      Send(GetS, c, TheHome, a, UNDEFINED, UNDEFINED);
    end;

    rule "upgrade"
      (line.state = I | line.state = S) & IsIdle(c)
    ==>
      line.state := IM;
      undefine line.val;
      Send(GetM, c, TheHome, a, UNDEFINED, UNDEFINED);
    end;

    rule "hit"
      (line.state = S | Owner(a) = c & line.state = M) & IsIdle(c) & !IsBusy(a)
    ==>
      assert line.val = Current(a) "a stale value is read";
    end;

    rule "drop"
      line.state = S & IsIdle(c)
    ==>
      line.state := I;
      undefine line.val;
    end;

    rule "evict"
      line.state = M & IsIdle(c)
    ==>
      line.state := MI;
      Send(PutM, c, TheHome, a, line.val, UNDEFINED);
    end;

    ruleset v: Value do
      rule "write"
        line.state = M & IsIdle(c)
      ==>
        line.val := v;
        latest[a] := v;
      end;
    end;
  end;
end;

------------------------------------------------------------------ receiving

choose m: net[TheHome] do
  alias msg: net[TheHome][m] do
    rule "directory: request"
      (msg.kind = GetS | msg.kind = GetM) & !IsBusy(msg.addr) & !AcksMissing(msg.addr)
    ==>
      var kind: Kind; a: Address; who: Cache;
      kind := msg.kind;
      a := msg.addr;
      who := msg.src;
      MultiSetRemove(m, net[TheHome]);
      Request(kind, a, who);
    end;

    rule "directory: eviction"
      msg.kind = PutM & !IsBusy(msg.addr) & Owner(msg.addr) = msg.src
    ==>
      dir[msg.addr].val := msg.val;
      dir[msg.addr].hold[msg.src] := Nothing;
      Send(PutAck, TheHome, msg.src, msg.addr, UNDEFINED, UNDEFINED);
      MultiSetRemove(m, net[TheHome]);
    end;

    rule "directory: late eviction"
      msg.kind = PutM & !IsBusy(msg.addr) & Owner(msg.addr) != msg.src
    ==>
      Send(PutAck, TheHome, msg.src, msg.addr, UNDEFINED, UNDEFINED);
      MultiSetRemove(m, net[TheHome]);
    end;

    rule "directory: acknowledgement"
      msg.kind = InvAck
    ==>
      dir[msg.addr].waits[msg.src] := false;
      if !AcksMissing(msg.addr) then
        Send(DataM, TheHome, Requester(msg.addr), msg.addr, dir[msg.addr].val, UNDEFINED);
      end;
      MultiSetRemove(m, net[TheHome]);
    end;

    rule "directory: write back"
      msg.kind = WriteBack
    ==>
      dir[msg.addr].val := msg.val;
      MultiSetRemove(m, net[TheHome]);
    end;

    rule "directory: done"
      msg.kind = Done & !AcksMissing(msg.addr) &
      MultiSetCount(i: net[TheHome], net[TheHome][i].kind = WriteBack & net[TheHome][i].addr = msg.addr) = 0
    ==>
      assert Requester(msg.addr) = msg.src;
      MultiSetRemovePred(i: dir[msg.addr].serves, true);
      MultiSetRemove(m, net[TheHome]);
    end;
  end;
end;

ruleset c: Cache do
  choose m: net[c] do
    alias msg: net[c][m]; line: lines[c][msg.addr] do
      rule "cache: data to share"
        msg.kind = DataS
      ==>
        line.state := S;
        line.val := msg.val;
        Send(Done, c, TheHome, msg.addr, UNDEFINED, UNDEFINED);
        MultiSetRemove(m, net[c]);
      end;

      rule "cache: data to own"
        msg.kind = DataM
      ==>
        line.state := M;
        line.val := msg.val;
        Send(Done, c, TheHome, msg.addr, UNDEFINED, UNDEFINED);
        MultiSetRemove(m, net[c]);
      end;

      rule "cache: forwarded read"
        msg.kind = FwdS
      ==>
        Send(DataS, c, msg.src, msg.addr, line.val, UNDEFINED);
        Send(WriteBack, c, TheHome, msg.addr, line.val, UNDEFINED);
        if line.state = MI then
          line.state := II;
          undefine line.val;
        else
          line.state := S;
        end;
        MultiSetRemove(m, net[c]);
      end;

      rule "cache: forwarded write"
        msg.kind = FwdM
      ==>
        Send(DataM, c, msg.src, msg.addr, line.val, UNDEFINED);
        line.state := line.state = MI ? II : I;
        undefine line.val;
        MultiSetRemove(m, net[c]);
      end;

      rule "cache: invalidation"
        msg.kind = Inv
      ==>
        if line.state = S then
          line.state := I;
          undefine line.val;
        end;
        Send(InvAck, c, TheHome, msg.addr, UNDEFINED, UNDEFINED);
        MultiSetRemove(m, net[c]);
      end;

      rule "cache: evicted"
        msg.kind = PutAck
      ==>
        line.state := I;
        undefine line.val;
        MultiSetRemove(m, net[c]);
      end;
    end;
  end;
end;

ruleset v: Value do
startstate
  undefine net;
  for c: Cache do
    for a: Address do
      lines[c][a].state := I;
      undefine lines[c][a].val;
    end;
  end;
  for a: Address do
    for c: Cache do
      dir[a].hold[c] := Nothing;
      dir[a].waits[c] := false;
    end;
    undefine dir[a].serves;
    dir[a].val := v;
    latest[a] := v;
  end;
end;
end;

invariant "one owner"
  forall a: Address; c: Cache; d: Cache do
    c != d & lines[c][a].state = M -> lines[d][a].state != M & lines[d][a].state != S
  end;

invariant "owners have the latest value"
  forall a: Address; c: Cache do
    lines[c][a].state = M | lines[c][a].state = S -> lines[c][a].val = latest[a]
  end;
