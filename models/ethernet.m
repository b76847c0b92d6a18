-- Stations on one bus, in the manner of the Ethernet.
--
-- N stations share a cable. A station that has a frame waits until the cable is
-- quiet and starts to send. It takes a while until the others hear it: meanwhile a
-- second one may start, and both hear the collision, jam, and wait before they try
-- again. A station that was alone long enough has the cable and finishes its frame.
--
-- All stations are strongly fair. That keeps any two of them from standing still, but
-- not from colliding for ever: nothing here says that waiting times differ.
--
-- Source: after R. M. Metcalfe and D. R. Boggs, "Ethernet: Distributed Packet
-- Switching for Local Computer Networks", CACM 19(7), 1976; one of the examples
-- checked by V. Gyuris and A. P. Sistla (CAV 1997).
--
-- expect: N=1 verdict=holds states=4 rules=4
-- expect: N=2 verdict=violated property="every frame is sent"

const
  N: 3;   -- number of stations

type
  Station: scalarset(N);
  Phase: enum {
    Quiet,      -- nothing to send
    Ready,      -- a frame waits for the cable
    Starting,   -- sending, not yet heard by all
    Sending,    -- has the cable
    Jammed      -- waits after a collision
  };

var
  phase: array [Station] of Phase;

function CableIsQuiet(): boolean;
begin
  return forall t: Station do phase[t] != Sending end;
end;

startstate "nothing to send"
begin
  for s: Station do
    phase[s] := Quiet;
  end;
end;

strongfair ruleset s: Station do

  rule "a frame arrives"
    phase[s] = Quiet
  ==>
  begin
    phase[s] := Ready;
  end;

  rule "start"
    phase[s] = Ready & CableIsQuiet()
  ==>
  begin
    phase[s] := Starting;
  end;

  rule "has the cable"
    phase[s] = Starting
    & forall t: Station do t != s -> phase[t] != Starting & phase[t] != Sending end
  ==>
  begin
    phase[s] := Sending;
  end;

  rule "collision"
    phase[s] = Starting
    & exists t: Station do t != s & phase[t] = Starting end
  ==>
  begin
    for t: Station do
      if phase[t] = Starting then
        phase[t] := Jammed;
      end;
    end;
  end;

  rule "wait and try again"
    phase[s] = Jammed
  ==>
  begin
    phase[s] := Ready;
  end;

  rule "the frame is sent"
    phase[s] = Sending
  ==>
  begin
    phase[s] := Quiet;
  end;

end;

ltl "one sender at a time"
  [] forall s: Station do forall t: Station do
       phase[s] = Sending & phase[t] = Sending -> s = t
     end end;

ctl "every frame can be sent"
  forall s: Station do AG (phase[s] = Ready -> EF phase[s] = Sending) end;

never "a sender is disturbed"
  { exists s: Station do phase[s] = Sending end
    & exists s: Station do phase[s] = Jammed end;
    forall s: Station do phase[s] != Sending end
    & exists s: Station do phase[s] = Starting end };

ltl "every frame is sent"
  forall s: Station do [] (phase[s] = Ready -> <> phase[s] = Sending) end;
