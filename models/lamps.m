-- A row of lamps, each in one of some colours, that change their colour one at a time such that neighbours always
-- differ: the colourings of a path, and the steps between them.
--
-- Lamps know their neighbours only, and nobody is interchangeable but the colours that the start state does not name. There
-- are COLOURS (COLOURS - 1)^(N-1) states, all of which can be reached with three colours or more; as sets they are
-- small diagrams. So a search of single states ends at twelve lamps, decision diagrams (--engine=bdd) go on.
--
-- expect: N=3 verdict=holds states=80 rules=660
-- expect: N=4 verdict=holds states=320 rules=3360
-- expect: N=4 COLOURS=3 verdict=holds states=24

const
  N: 5;
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

ruleset c: Colour do
  liveness "the first lamp can have every colour"
    colour[1] = c;
end;
