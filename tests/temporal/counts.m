-- Keys that count: processes without names, but for one who is inside, and
-- groups of several kinds.
--
-- A process asks, gives up or draws a ticket of one of two colours, waits, and gets in when
-- nobody is inside; from there it goes, or lets another one in. One that is tired rests,
-- and nothing wakes it for sure.
--
-- expect: verdict=violated
-- claim: violated "who asks waits"
-- claim: holds without=violated "who waits has been inside"
-- claim: violated "who is tired wakes"
-- claim: holds without=violated "who waits gets in"
-- claim: holds without=violated "who waits gets in if nobody is inside again and again"
-- claim: holds without=violated "who asks again and again waits at last"
-- claim: holds without=violated "who can draw blue again and again does"
-- claim: holds "one is inside"
-- claim: holds "some colour is drawn again and again"
-- claim: violated "nobody lets another one in"

const
  N: 2;

type
  Process: scalarset(N);
  Place: enum {Idle, Asking, Red, Blue, Inside, Tired};
  Colour: 0..1;

var
  at: array [Process] of Place;
  inside: Process;
  colour: Colour;

function Waits(p: Process): boolean;
begin
  return at[p] = Red | at[p] = Blue;
end;

startstate "everybody is idle"
begin
  for p: Process do
    at[p] := Idle;
  end;
  undefine inside;
  colour := 0;
end;

ruleset p: Process do

  rule "ask"
    at[p] = Idle
  ==>
  begin
    at[p] := Asking;
  end;

  rule "give up"
    at[p] = Asking
  ==>
  begin
    at[p] := Idle;
  end;

  ruleset c: Colour do
    strongfair rule "draw"
      at[p] = Asking & colour = c
    ==>
    begin
      at[p] := (c = 0 ? Red : Blue);
      colour := 1 - c;
    end;
  end;

  strongfair rule "enter"
    Waits(p) & isundefined(inside)
  ==>
  begin
    at[p] := Inside;
    inside := p;
  end;

  weakfair rule "go"
    at[p] = Inside
  ==>
  begin
    at[p] := Tired;
    undefine inside;
  end;

  rule "wake"
    at[p] = Tired
  ==>
  begin
    at[p] := Idle;
  end;

end;

weakfair ruleset p: Process do
  ruleset q: Process do
    rule "let in"
      at[p] = Inside & Waits(q) & p != q
    ==>
    begin
      at[p] := Idle;
      at[q] := Inside;
      inside := q;
    end;
  end;
end;

ltl "who asks waits"
  forall p: Process do [] (at[p] = Asking -> <> Waits(p)) end;

ltl "who waits has been inside"
  forall p: Process do [] (at[p] = Inside -> <> at[p] != Inside) end;

ltl "who is tired wakes"
  forall p: Process do [] (at[p] = Tired -> <> at[p] != Tired) end;

ltl "who waits gets in"
  forall p: Process do [] (Waits(p) -> <> at[p] = Inside) end;

ltl "who waits gets in if nobody is inside again and again"
  forall p: Process do ([] <> isundefined(inside)) -> [] (Waits(p) -> <> at[p] = Inside) end;

ltl "who asks again and again waits at last"
  forall p: Process do ([] <> at[p] = Asking) -> <> Waits(p) end;

ltl "who can draw blue again and again does"
  forall p: Process do ([] <> (at[p] = Asking & colour = 1)) -> <> at[p] = Blue end;

ltl "one is inside"
  forall p: Process do forall q: Process do [] (p = q | !(at[p] = Inside & at[q] = Inside)) end end;

ltl "some colour is drawn again and again"
  ([] <> colour = 0) | ([] <> colour = 1);

ltl "nobody lets another one in"
  [] ((exists p: Process do at[p] = Inside end) -> X X (!exists p: Process do at[p] = Inside end));
