-- Claims about two processes at once, each followed by its own name.
--
-- Clients of one resource, strongly fair. Everyone gets in; but one may be overtaken by
-- another as often as that one likes.
--
-- expect: verdict=violated kind=ltl property="no overtaking"
-- claim: holds without=violated "everyone gets in"
-- claim: holds "not both"
-- claim: violated "no overtaking"
-- claim: violated "overtaken twice at most"
-- claim: violated "if one then the other"
-- claim: holds without=violated "if both ask both get in"
-- claim: holds "either one may be first"
-- claim: violated "straight from one to the other"

type
  Client: scalarset(3);
  Status: enum {Idle, Asking, Inside};

var
  status: array [Client] of Status;

startstate
begin
  for c: Client do
    status[c] := Idle;
  end;
end;

ruleset c: Client do
  rule "ask"
    status[c] = Idle
  ==>
  begin
    status[c] := Asking;
  end;

  strongfair rule "enter"
    status[c] = Asking & forall d: Client do status[d] != Inside end
  ==>
  begin
    status[c] := Inside;
  end;

  weakfair rule "leave"
    status[c] = Inside
  ==>
  begin
    status[c] := Idle;
  end;
end;

ltl "everyone gets in"
  forall c: Client do [] (status[c] = Asking -> <> status[c] = Inside) end;

ltl "not both"
  forall c: Client do forall d: Client do
    [] (status[c] = Inside & status[d] = Inside -> c = d)
  end end;

ltl "no overtaking"
  forall c: Client do forall d: Client do
    [] (status[c] = Asking & status[d] = Idle -> (status[d] != Inside until status[c] = Inside))
  end end;

ltl "overtaken twice at most"
  forall c: Client do forall d: Client do
    [] (status[c] = Asking & status[d] = Idle
        -> (status[d] != Inside until (status[c] = Inside | (status[d] = Inside until
           (status[c] = Inside | (status[d] != Inside until (status[c] = Inside | (status[d] = Inside until
           (status[c] = Inside | (status[d] != Inside until status[c] = Inside))))))))))
  end end;

ltl "if one then the other"
  forall c: Client do forall d: Client do []<> status[c] = Inside -> []<> status[d] = Inside end end;

ltl "if both ask both get in"
  forall c: Client do forall d: Client do
    [] (status[c] = Asking & status[d] = Asking -> <> (status[c] = Inside & <> status[d] = Inside)
                                                 | <> (status[d] = Inside & <> status[c] = Inside))
  end end;

ctl "either one may be first"
  forall c: Client do forall d: Client do
    c = d | AG (status[c] = Asking & status[d] = Asking -> E (status[d] != Inside until status[c] = Inside))
  end end;

ruleset c: Client; d: Client do
  never "straight from one to the other"
    { status[c] = Inside; status[c] != Inside & status[d] != Inside; status[d] = Inside };
end;
