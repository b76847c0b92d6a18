-- Calls within calls within calls, each several times: a loop over them is not followed to its end.
-- All marks change together, and `on` by itself: four states.
-- expect: verdict=holds states=4
type
  Node: scalarset(3);

var
  on: boolean;
  mark: array [Node] of boolean;

function f0(b: boolean): boolean; begin return !b; end;

function f1(b: boolean): boolean;
var c: boolean;
begin
  c := b;
  c := f0(c); c := f0(c); c := f0(c); c := f0(c); c := f0(c);
  c := f0(c); c := f0(c); c := f0(c); c := f0(c); c := f0(c);
  c := f0(c); c := f0(c); c := f0(c); c := f0(c); c := f0(c);
  c := f0(c); c := f0(c); c := f0(c); c := f0(c); c := f0(c);
  return c;
end;

function f2(b: boolean): boolean;
var c: boolean;
begin
  c := b;
  c := f1(c); c := f1(c); c := f1(c); c := f1(c); c := f1(c);
  c := f1(c); c := f1(c); c := f1(c); c := f1(c); c := f1(c);
  c := f1(c); c := f1(c); c := f1(c); c := f1(c); c := f1(c);
  c := f1(c); c := f1(c); c := f1(c); c := f1(c); c := f1(c);
  return c;
end;

function f3(b: boolean): boolean;
var c: boolean;
begin
  c := b;
  c := f2(c); c := f2(c); c := f2(c); c := f2(c); c := f2(c);
  c := f2(c); c := f2(c); c := f2(c); c := f2(c); c := f2(c);
  c := f2(c); c := f2(c); c := f2(c); c := f2(c); c := f2(c);
  c := f2(c); c := f2(c); c := f2(c); c := f2(c); c := f2(c);
  return c;
end;

function f4(b: boolean): boolean;
var c: boolean;
begin
  c := b;
  c := f3(c); c := f3(c); c := f3(c); c := f3(c); c := f3(c);
  c := f3(c); c := f3(c); c := f3(c); c := f3(c); c := f3(c);
  c := f3(c); c := f3(c); c := f3(c); c := f3(c); c := f3(c);
  c := f3(c); c := f3(c); c := f3(c); c := f3(c); c := f3(c);
  return c;
end;

function f5(b: boolean): boolean;
var c: boolean;
begin
  c := b;
  c := f4(c); c := f4(c); c := f4(c); c := f4(c); c := f4(c);
  c := f4(c); c := f4(c); c := f4(c); c := f4(c); c := f4(c);
  c := f4(c); c := f4(c); c := f4(c); c := f4(c); c := f4(c);
  c := f4(c); c := f4(c); c := f4(c); c := f4(c); c := f4(c);
  return c;
end;

function f6(b: boolean): boolean;
var c: boolean;
begin
  c := b;
  c := f5(c); c := f5(c); c := f5(c); c := f5(c); c := f5(c);
  c := f5(c); c := f5(c); c := f5(c); c := f5(c); c := f5(c);
  c := f5(c); c := f5(c); c := f5(c); c := f5(c); c := f5(c);
  c := f5(c); c := f5(c); c := f5(c); c := f5(c); c := f5(c);
  return c;
end;

function f7(b: boolean): boolean;
var c: boolean;
begin
  c := b;
  c := f6(c); c := f6(c); c := f6(c); c := f6(c); c := f6(c);
  c := f6(c); c := f6(c); c := f6(c); c := f6(c); c := f6(c);
  c := f6(c); c := f6(c); c := f6(c); c := f6(c); c := f6(c);
  c := f6(c); c := f6(c); c := f6(c); c := f6(c); c := f6(c);
  return c;
end;

startstate begin on := false; for n: Node do mark[n] := false; end; end;

rule "all"
begin
  for n: Node do
    if on & !on then mark[n] := f7(mark[n]); else mark[n] := !mark[n]; end;
  end;
end;

rule "one" begin on := !on; end;
