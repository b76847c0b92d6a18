-- Nodes of a network light up if none of their neighbours does: one model, six networks.
--
-- Neighbours stand in a table that the start state fills by arithmetic. The symmetries of the network are found in it:
--
--   SHAPE  network                                   symmetries
--   0      ring of N nodes                           2 N
--   1      torus, SIDE by N / SIDE                   8 N if it is a square, 384 for 4 by 4, a cube as well
--   2      hypercube, N a power of 2, of D axes      2^D D!
--   3      star, node 0 in the middle                (N - 1)!
--   4      binary tree, N = 2^k - 1                  2^((N - 1) / 2)
--   5      complete bipartite, two halves            2 (N / 2)!^2
--
-- Source: ours.
--
-- expect: N=8 SHAPE=0 verdict=holds states=47 rules=208
-- expect: N=8 SHAPE=2 verdict=holds states=35 rules=144
-- expect: N=7 SHAPE=3 verdict=holds states=65 rules=386
-- expect: N=7 SHAPE=4 verdict=holds states=41 rules=196
-- expect: N=6 SHAPE=5 verdict=holds states=15 rules=48
const
  N: 16;
  SIDE: 4;
  SHAPE: 1;

type
  Node: 0..N - 1;
  Number: 0..N;

var
  lit: array [Node] of boolean;
  linked: array [Node] of array [Node] of boolean;

-- a is b with one bit changed
function IsPower(distance: Number): boolean;
var
  power: 0..2 * N;
begin
  power := 1;
  for i: Node do
    if power = distance then
      return true;
    end;
    if power < N then
      power := 2 * power;
    end;
  end;
  return false;
end;

function Differ(a: Node; b: Node): boolean;
begin
  return a < b ? IsPower(b - a) & (a / (b - a)) % 2 = 0 : a > b & IsPower(a - b) & (b / (a - b)) % 2 = 0;
end;

function OnTorus(a: Node; b: Node): boolean;
begin
  if a / SIDE = b / SIDE then
    return b % SIDE = (a + 1) % SIDE | a % SIDE = (b + 1) % SIDE;
  end;
  return b = (a + SIDE) % N | a = (b + SIDE) % N;
end;

function AreLinked(a: Node; b: Node): boolean;
begin
  switch SHAPE
  case 0:
    return b = (a + 1) % N | a = (b + 1) % N;
  case 1:
    return OnTorus(a, b);
  case 2:
    return Differ(a, b);
  case 3:
    return (a = 0) != (b = 0);
  case 4:
    return b = 2 * a + 1 | b = 2 * a + 2 | a = 2 * b + 1 | a = 2 * b + 2;
  else
    return (a < N / 2) != (b < N / 2);
  end;
end;

startstate
begin
  for a: Node do
    lit[a] := false;
    for b: Node do
      linked[a][b] := AreLinked(a, b);
    end;
  end;
end;

ruleset a: Node do
  rule "light"
    !lit[a] & forall b: Node do linked[a][b] -> !lit[b] end
  ==>
  begin
    lit[a] := true;
  end;

  rule "go dark"
    lit[a]
  ==>
  begin
    lit[a] := false;
  end;
end;

invariant "neighbours are not lit together"
  forall a: Node do forall b: Node do linked[a][b] -> !(lit[a] & lit[b]) end end;
