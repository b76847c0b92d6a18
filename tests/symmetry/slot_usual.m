-- How protocols take messages from a bag: the name of the element stands for it until it is removed, whatever
-- is added meanwhile, copied from the bag or done to other bags; and two elements of one bag may be told apart.
--
-- permuted: P
-- expect: verdict=holds
type
  P: scalarset(3);
  Home: enum {Server};
  Node: union {Home, P};
  Message: record from: Node; kind: 0..1; end;
  Bag: multiset [2] of Message;
var
  net: array [Node] of Bag;
  asked: array [P] of boolean;

procedure Send(dst: Node; from: Node; kind: 0..1);
var
  m: Message;
begin
  m.from := from;
  m.kind := kind;
  if multisetcount(i: net[dst], true) < 2 then
    multisetadd(m, net[dst]);
  end;
end;

startstate
begin
  undefine net;
  for p: P do
    asked[p] := false;
  end;
end;

ruleset p: P do
  rule "ask" !asked[p] & multisetcount(i: net[Server], true) < 2 ==>
  begin
    asked[p] := true;
    Send(Server, p, 0);
  end;
end;

ruleset n: Node do
  choose i: net[n] do
    rule "receive" net[n][i].kind = (ismember(n, P) ? 1 : 0) ==>
    var
      m: Message;
      box: Bag;
    begin
      m := net[n][i];
      box := net[n];
      if ismember(n, P) then
        asked[n] := false;
      else
        Send(m.from, n, 1);
      end;
      multisetremove(i, net[n]);
    end;
  end;
end;

choose i: net[Server] do
  choose j: net[Server] do
    rule "two askers" i != j & net[Server][i].from != net[Server][j].from ==>
    begin
      multisetremove(i, net[Server]);
      multisetremove(j, net[Server]);
      for p: P do
        asked[p] := false;
      end;
      undefine net;
    end;
  end;
end;
