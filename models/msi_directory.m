-- A directory-based MSI cache coherence protocol.
--
-- N processors cache one memory line; a directory at the line's home serialises
-- their requests. A processor asks for a readable copy (GetShared), for the only
-- copy (GetModified), or gives a modified line back (PutModified); a readable
-- copy is dropped without a word. The directory answers from memory, or has the
-- owner answer. For a GetModified it tells the sharers to invalidate their
-- copies; they acknowledge to the requester, who has been told how many to
-- expect. While a request is being carried out the directory is busy and further
-- requests wait in the network; the requester ends the transaction with Done.
--
-- The network keeps, for each node, one bag of messages in no order. Messages
-- belong to three virtual channels, and a later one never waits for an earlier
-- one: requests may stall at a busy directory, forwards and responses are always
-- taken in at once. Hence no deadlock.
--
-- The awkward moment: a processor gives its line back while a forwarded request
-- is already on its way to it. It answers from the line it is about to lose, and
-- the directory, which no longer takes it for the owner, throws the late data
-- away and acknowledges all the same.
--
-- Source: the protocol family of D. J. Sorin, M. D. Hill and D. A. Wood, "A
-- Primer on Memory Consistency and Cache Coherence", Morgan & Claypool, 2011,
-- chapter 8; the directory blocks in the manner of the SGI Origin (Laudon and
-- Lenoski, ISCA 1997). The variant is ours.
--
-- expect: N=2 DATA=1 verdict=holds states=579 rules=1424
-- expect: N=2 DATA=2 verdict=holds states=1750 rules=4536
-- expect: N=3 DATA=1 verdict=holds states=10590 rules=34653

const
  N: 3;          -- number of processors
  DATA: 2;       -- number of data values
  NET: N + 2;    -- messages on their way to one node

type
  Home: enum {Directory};
  Proc: scalarset(N);
  Node: union {Home, Proc};
  Value: scalarset(DATA);
  Count: 0..N;

  Kind: enum {
    GetShared, GetModified, PutModified,
    FetchShared, FetchModified, Invalidate, PutAck,
    Reply, InvalidateAck, WriteBack, Done
  };
  VirtualChannel: enum {Requests, Forwards, Responses};
  Message: record
    kind: Kind;
    channel: VirtualChannel;
    src: Node;
    requester: Proc;      -- Fetch*, Invalidate: on whose behalf
    acks: Count;          -- Reply: acknowledgements to wait for
    data: Value;          -- PutModified, Reply, WriteBack
  end;

  LineState: enum {
    Invalid, Shared, Modified,
    WaitShared,           -- invalid, has asked for a readable copy
    WaitModified,         -- invalid, has asked for the only copy
    Upgrading,            -- the same, and has a readable copy so far
    GivingBack,           -- was modified, has sent PutModified
    GaveBack              -- the same, and the line has been fetched meanwhile
  };
  Line: record
    state: LineState;
    data: Value;
    acksGot: Count;       -- while waiting for the only copy
    acksWanted: Count;    -- undefined until the reply has come
  end;

  HomeState: enum {
    Uncached,             -- memory has the only copy
    SharedCopies,
    Owned,
    AwaitDone,            -- busy: the requester has still to finish
    AwaitWriteBack,       -- busy: the former owner's data are still to come
    AwaitBoth             -- busy: both
  };
  HomeLine: record
    state: HomeState;
    owner: Proc;                    -- undefined if there is none
    sharers: multiset [N] of Proc;
    memory: Value;
  end;

var
  net: array [Node] of multiset [NET] of Message;
  home: HomeLine;
  line: array [Proc] of Line;
  latest: Value;                    -- auxiliary: the last value stored

-- Network ---------------------------------------------------------------------

function ChannelOf(k: Kind): VirtualChannel;
begin
  switch k
    case GetShared, GetModified, PutModified:
      return Requests;
    case FetchShared, FetchModified, Invalidate, PutAck:
      return Forwards;
    else
      return Responses;
  end;
end;

procedure Post(dst: Node; m: Message);
begin
  multisetadd(m, net[dst]);
end;

procedure Send(k: Kind; src: Node; dst: Node);
var
  m: Message;
begin
  undefine m;
  m.kind := k;
  m.channel := ChannelOf(k);
  m.src := src;
  Post(dst, m);
end;

procedure SendData(k: Kind; src: Node; dst: Node; v: Value);
var
  m: Message;
begin
  undefine m;
  m.kind := k;
  m.channel := ChannelOf(k);
  m.src := src;
  m.data := v;
  Post(dst, m);
end;

procedure SendReply(src: Node; dst: Proc; v: Value; acks: Count);
var
  m: Message;
begin
  undefine m;
  m.kind := Reply;
  m.channel := ChannelOf(Reply);
  m.src := src;
  m.data := v;
  m.acks := acks;
  Post(dst, m);
end;

procedure Forward(k: Kind; dst: Proc; requester: Proc);
var
  m: Message;
begin
  undefine m;
  m.kind := k;
  m.channel := ChannelOf(k);
  m.src := Directory;
  m.requester := requester;
  Post(dst, m);
end;

-- Directory -------------------------------------------------------------------

function Busy(): boolean;
begin
  switch home.state
    case Uncached, SharedCopies, Owned:
      return false;
    else
      return true;
  end;
end;

function Shares(p: Proc): boolean;
begin
  return multisetcount(i: home.sharers, home.sharers[i] = p) > 0;
end;

function NoSharers(): boolean;
begin
  return multisetcount(i: home.sharers, true) = 0;
end;

procedure AddSharer(p: Proc);
begin
  if !Shares(p) then
    multisetadd(p, home.sharers);
  end;
end;

procedure RemoveSharer(p: Proc);
begin
  multisetremovepred(i: home.sharers, home.sharers[i] = p);
end;

function SharersBut(p: Proc): Count;
begin
  return multisetcount(i: home.sharers, home.sharers[i] != p);
end;

procedure InvalidateSharersBut(p: Proc);
begin
  for q: Proc do
    if q != p & Shares(q) then
      Forward(Invalidate, q, p);
    end;
  end;
  undefine home.sharers;
end;

procedure ServeGetShared(p: Proc);
var
  formerOwner: Proc;
begin
  if home.state = Owned then
    formerOwner := home.owner;
    undefine home.owner;
    Forward(FetchShared, formerOwner, p);
    AddSharer(formerOwner);
    home.state := AwaitBoth;
  else
    SendReply(Directory, p, home.memory, 0);
    home.state := AwaitDone;
  end;
  AddSharer(p);
end;

procedure ServeGetModified(p: Proc);
begin
  if home.state = Owned then
    Forward(FetchModified, home.owner, p);
  else
    SendReply(Directory, p, home.memory, SharersBut(p));
    InvalidateSharersBut(p);
  end;
  home.owner := p;
  home.state := AwaitDone;
end;

procedure ServePutModified(p: Proc; v: Value);
begin
  if home.state = Owned & home.owner = p then
    home.memory := v;
    undefine home.owner;
    home.state := Uncached;
  else
    -- The line was fetched from p while its request was on the way.
    RemoveSharer(p);
    if home.state = SharedCopies & NoSharers() then
      home.state := Uncached;
    end;
  end;
  Send(PutAck, Directory, p);
end;

procedure FinishTransaction();
begin
  if isundefined(home.owner) then
    home.state := SharedCopies;
  else
    home.state := Owned;
  end;
end;

procedure DirectoryReceives(m: Message);
begin
  switch m.kind
    case GetShared:
      ServeGetShared(m.src);
    case GetModified:
      ServeGetModified(m.src);
    case PutModified:
      ServePutModified(m.src, m.data);
    case Done:
      if home.state = AwaitBoth then
        home.state := AwaitWriteBack;
      else
        assert home.state = AwaitDone "Done ends a transaction";
        FinishTransaction();
      end;
    case WriteBack:
      home.memory := m.data;
      if home.state = AwaitBoth then
        home.state := AwaitDone;
      else
        assert home.state = AwaitWriteBack "a write-back was asked for";
        FinishTransaction();
      end;
    else
      error "the directory received a message of the wrong kind";
  end;
end;

-- Processors ------------------------------------------------------------------

procedure Drop(p: Proc; s: LineState);
begin
  line[p].state := s;
  undefine line[p].data;
end;

procedure Ask(p: Proc; k: Kind; s: LineState);
begin
  Send(k, p, Directory);
  line[p].state := s;
  if k = GetModified then
    line[p].acksGot := 0;
  end;
end;

-- The only copy is complete with the reply and as many acknowledgements as the
-- reply announced; they may arrive in any order.
procedure FinishModifiedIfComplete(p: Proc);
begin
  if !isundefined(line[p].acksWanted) then
    if line[p].acksGot = line[p].acksWanted then
      line[p].state := Modified;
      undefine line[p].acksGot;
      undefine line[p].acksWanted;
      Send(Done, p, Directory);
    end;
  end;
end;

procedure TakeReply(p: Proc; v: Value; acks: Count);
begin
  line[p].data := v;
  switch line[p].state
    case WaitShared:
      line[p].state := Shared;
      Send(Done, p, Directory);
    case WaitModified, Upgrading:
      -- The data may not be used before the acknowledgements are in.
      line[p].state := WaitModified;
      line[p].acksWanted := acks;
      FinishModifiedIfComplete(p);
    else
      error "a reply came to a processor that waits for none";
  end;
end;

procedure ObeyInvalidate(p: Proc; requester: Proc);
begin
  switch line[p].state
    case Shared:
      Drop(p, Invalid);
    case Upgrading:
      Drop(p, WaitModified);
    case Modified, GivingBack:
      error "an owner was told to invalidate";
    else
      -- The copy was dropped or given back before: acknowledge all the same.
  end;
  Send(InvalidateAck, p, requester);
end;

procedure ObeyFetch(p: Proc; k: Kind; requester: Proc);
begin
  assert line[p].state = Modified | line[p].state = GivingBack
    "a line is fetched from its owner";
  SendReply(p, requester, line[p].data, 0);
  if k = FetchShared then
    SendData(WriteBack, p, Directory, line[p].data);
  end;
  if line[p].state = GivingBack then
    Drop(p, GaveBack);
  elsif k = FetchShared then
    line[p].state := Shared;
  else
    Drop(p, Invalid);
  end;
end;

procedure ProcessorReceives(p: Proc; m: Message);
begin
  switch m.kind
    case Reply:
      TakeReply(p, m.data, m.acks);
    case InvalidateAck:
      line[p].acksGot := line[p].acksGot + 1;
      FinishModifiedIfComplete(p);
    case Invalidate:
      ObeyInvalidate(p, m.requester);
    case FetchShared, FetchModified:
      ObeyFetch(p, m.kind, m.requester);
    case PutAck:
      assert line[p].state = GivingBack | line[p].state = GaveBack
        "a line was given back";
      Drop(p, Invalid);
    else
      error "a processor received a message of the wrong kind";
  end;
end;

-- A request waits while the directory is busy; nothing else ever waits.
function Stalls(n: Node; c: VirtualChannel): boolean;
begin
  return ismember(n, Home) & c = Requests & Busy();
end;

function Readable(p: Proc): boolean;
begin
  return line[p].state = Shared | line[p].state = Upgrading
         | line[p].state = Modified;
end;

-- Behaviour -------------------------------------------------------------------

ruleset v: Value do
  startstate "no copies, any memory contents"
  begin
    undefine net;
    undefine home;
    home.state := Uncached;
    home.memory := v;
    undefine line;
    for p: Proc do
      line[p].state := Invalid;
    end;
    latest := v;
  end;
end;

ruleset p: Proc do

  rule "processor asks for a readable copy"
    line[p].state = Invalid
  ==>
  begin
    Ask(p, GetShared, WaitShared);
  end;

  rule "processor asks for the only copy"
    line[p].state = Invalid
  ==>
  begin
    Ask(p, GetModified, WaitModified);
  end;

  rule "processor asks to upgrade its copy"
    line[p].state = Shared
  ==>
  begin
    Ask(p, GetModified, Upgrading);
  end;

  rule "processor drops a readable copy"
    line[p].state = Shared
  ==>
  begin
    Drop(p, Invalid);
  end;

  rule "processor gives a modified line back"
    line[p].state = Modified
  ==>
  begin
    SendData(PutModified, p, Directory, line[p].data);
    line[p].state := GivingBack;
  end;

  ruleset v: Value do
    rule "processor stores a value"
      line[p].state = Modified
    ==>
    begin
      line[p].data := v;
      latest := v;
    end;
  end;

end;

ruleset n: Node do
  choose i: net[n] do
    rule "a message is received"
      !Stalls(n, net[n][i].channel)
    ==>
    var
      m: Message;
    begin
      m := net[n][i];
      multisetremove(i, net[n]);
      if ismember(n, Home) then
        DirectoryReceives(m);
      else
        ProcessorReceives(n, m);
      end;
    end;
  end;
end;

-- Claims ----------------------------------------------------------------------

ruleset p: Proc; q: Proc do
  invariant "a modified copy is the only copy"
    p != q & line[p].state = Modified -> !Readable(q);
end;

ruleset p: Proc do
  invariant "every readable copy holds the last value stored"
    Readable(p) -> line[p].data = latest;

  invariant "the directory knows the owner"
    line[p].state = Modified & !Busy() ->
      home.state = Owned & home.owner = p;

  invariant "the directory knows the sharers"
    line[p].state = Shared & !Busy() -> Shares(p);

  invariant "one reply at a time"
    multisetcount(i: net[p], net[p][i].kind = Reply) <= 1;

  liveness "every processor can own the line again"
    line[p].state = Modified;
end;

invariant "memory holds the last value stored unless there is an owner"
  home.state = Uncached | home.state = SharedCopies -> home.memory = latest;

cover "a request stalls at the busy directory"
  Busy() & multisetcount(i: net[Directory],
                         net[Directory][i].channel = Requests) > 0;

cover "a line is fetched while it is being given back"
  exists p: Proc do line[p].state = GaveBack end;
