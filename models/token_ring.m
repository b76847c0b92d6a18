-- A token ring whose stations are numbers: no ringset is declared, and none is needed.
--
-- A station that wants to send waits for the token, sends, and passes the token on, as does one that wants nothing.
-- Stations step round the ring by `(p % N) + 1`. noether finds the N
-- rotations: 3 * 2^(N-1) orbits of N states each.
--
-- Source: ours.
--
-- expect: N=3 verdict=holds states=36 rules=84
-- expect: N=8 verdict=holds states=3072 rules=14848
const
  N: 8;

type
  Station: 1..N;
  Activity: enum { Quiet, Waiting, Sending };

var
  activity: array [Station] of Activity;
  token: Station;

function Next(p: Station): Station;
begin
  return (p % N) + 1;
end;

ruleset first: Station do
  startstate "any station may have the token at first"
  begin
    for p: Station do
      activity[p] := Quiet;
    end;
    token := first;
  end;
end;

ruleset p: Station do
  rule "want to send"
    activity[p] = Quiet
  ==>
  begin
    activity[p] := Waiting;
  end;

  rule "send"
    activity[p] = Waiting & token = p
  ==>
  begin
    activity[p] := Sending;
  end;
end;

rule "pass the token on"
  activity[token] != Waiting
==>
begin
  activity[token] := Quiet;
  token := Next(token);
end;

invariant "only the station with the token sends"
  forall p: Station do activity[p] = Sending -> p = token end;

ruleset p: Station do
  liveness "each station can send again"
    activity[p] = Sending;
end;
