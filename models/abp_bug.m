-- The alternating bit protocol, with a slip.
--
-- As in abp.m, over an ordered channel, but the sender takes any acknowledgement
-- for the one it waits for. When a frame has been sent twice, its second
-- acknowledgement makes the sender drop the next value, delivered or not.
--
-- Source: K. A. Bartlett, R. A. Scantlebury and P. T. Wilkinson, "A Note on
-- Reliable Full-Duplex Transmission over Half-Duplex Links", CACM 12(5), 1969;
-- the slip is ours.
--
-- expect: SEQ=2 REORDER=0 CAPACITY=2 DATA=1 verdict=violated property="a value is taken for delivered but was lost"
-- expect: SEQ=2 REORDER=0 CAPACITY=2 DATA=2 verdict=violated property="a value is taken for delivered but was lost"

const
  SEQ: 2;        -- number of sequence numbers
  REORDER: 0;    -- how many later values may overtake a message
  CAPACITY: 2;   -- messages on the way in one direction
  DATA: 2;       -- number of data values

type
  Value: scalarset(DATA);
  Seq: 0..SEQ-1;
  Lap: 0..REORDER+1;
  Frame: record
    seq: Seq;
    lap: Lap;
    data: Value;
  end;
  Acknowledgement: record
    seq: Seq;
    lap: Lap;
  end;

var
  frames: multiset [CAPACITY] of Frame;            -- sender to receiver
  acks: multiset [CAPACITY] of Acknowledgement;    -- receiver to sender
  frameFront: Lap;     -- channel: the latest value of which a frame came out
  ackFront: Lap;       -- channel: the same for acknowledgements

  sending: boolean;
  value: Value;        -- sender: the value under way
  seq: Seq;            -- sender: its number
  lap: Lap;            -- channel: its lap
  expected: Seq;       -- receiver: the number it waits for

  delivered: boolean;  -- auxiliary: the value under way has been delivered

function NextSeq(s: Seq): Seq;
begin
  return (s + 1) % SEQ;
end;

function NextLap(l: Lap): Lap;
begin
  return (l + 1) % (REORDER + 2);
end;

function RoomForFrame(): boolean;
begin
  return multisetcount(i: frames, true) < CAPACITY;
end;

function RoomForAck(): boolean;
begin
  return multisetcount(i: acks, true) < CAPACITY;
end;

-- When the first frame of a new value comes out, frames that are too old die.
procedure FrameComesOut(l: Lap);
begin
  if l = NextLap(frameFront) then
    frameFront := l;
    multisetremovepred(i: frames, frames[i].lap = NextLap(l));
  end;
end;

procedure AckComesOut(l: Lap);
begin
  if l = NextLap(ackFront) then
    ackFront := l;
    multisetremovepred(i: acks, acks[i].lap = NextLap(l));
  end;
end;

-- If the channel is full the acknowledgement is lost.
procedure Acknowledge(s: Seq; l: Lap);
var
  a: Acknowledgement;
begin
  if RoomForAck() then
    a.seq := s;
    a.lap := l;
    multisetadd(a, acks);
  end;
end;

procedure Deliver(v: Value);
begin
  assert sending & !delivered "a value is delivered twice";
  assert v = value "the wrong value is delivered";
  delivered := true;
end;

startstate "nothing to send, channels empty"
begin
  undefine frames;
  undefine acks;
  frameFront := REORDER + 1;
  ackFront := REORDER + 1;
  sending := false;
  undefine value;
  seq := 0;
  lap := 0;
  expected := 0;
  delivered := false;
end;

ruleset v: Value do
  rule "sender takes the next value"
    !sending
  ==>
  begin
    sending := true;
    value := v;
    delivered := false;
  end;
end;

rule "sender sends"
  sending & RoomForFrame()
==>
var
  f: Frame;
begin
  f.seq := seq;
  f.lap := lap;
  f.data := value;
  multisetadd(f, frames);
end;

choose i: frames do

  rule "receiver gets a frame"
  var
    f: Frame;
  begin
    f := frames[i];
    multisetremove(i, frames);
    FrameComesOut(f.lap);
    if f.seq = expected then
      Deliver(f.data);
      expected := NextSeq(expected);
    end;
    Acknowledge(f.seq, f.lap);
  end;

  rule "a frame is lost"
  begin
    multisetremove(i, frames);
  end;

end;

choose i: acks do

  rule "sender gets an acknowledgement"
  var
    a: Acknowledgement;
  begin
    a := acks[i];
    multisetremove(i, acks);
    AckComesOut(a.lap);
    if sending then   -- the slip: a.seq is not looked at
      assert delivered "a value is taken for delivered but was lost";
      sending := false;
      undefine value;
      seq := NextSeq(seq);
      lap := NextLap(lap);
    end;
  end;

  rule "an acknowledgement is lost"
  begin
    multisetremove(i, acks);
  end;

end;

invariant "sender and receiver are at most one number apart"
  expected = seq | expected = NextSeq(seq);
