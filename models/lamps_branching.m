-- The row of lamps of lamps.m, with claims of CTL and of the mu-calculus: what can still happen, whatever has happened.
--
-- Such claims are judged on the graph of all states: it takes many times as long as to find them, where states are looked at one
-- by one. As sets of states they are small diagrams, here as there.
--
-- expect: N=3 verdict=holds states=80
-- expect: N=4 verdict=holds states=320
-- expect: N=4 COLOURS=3 verdict=holds states=24

const
  N: 4;
  COLOURS: 5;

type
  Lamp: 1..N;
  Colour: 0..COLOURS - 1;

var
  colour: array [Lamp] of Colour;

function Fits(lamp: Lamp; c: Colour): boolean;
begin
  return (lamp = 1 | colour[lamp - 1] != c) & (lamp = N | colour[lamp + 1] != c);
end;

startstate "two colours in turn"
begin
  for lamp: Lamp do
    colour[lamp] := lamp % 2;
  end;
end;

ruleset lamp: Lamp; c: Colour do
  rule "change"
    colour[lamp] != c & Fits(lamp, c)
  ==>
  begin
    colour[lamp] := c;
  end;
end;

invariant "neighbours differ"
  forall lamp: Lamp do lamp = N | colour[lamp] != colour[lamp + 1] end;

ctl "back to two colours"
  AG EF (forall lamp: Lamp do colour[lamp] = lamp % 2 end);

ctl "the first lamp may stay for ever"
  EG (colour[1] = 1);

mu "something can always be changed, and changed back"
  nu Z. (EX AX true & EX EX (colour[1] = colour[1])) & AX Z;
